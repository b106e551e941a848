import { createHash } from 'node:crypto';
import { l10n } from 'vscode';
import type { MapData, MapWords } from '../../webview/map/messages';

/** The page of a webview: its script and style are files of the extension. */
export function webviewPage(
  words: MapWords,
  { script, style, source, nonce }: { script: string; style: string; source: string; nonce: string },
): string {
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${source}; font-src ${source}`;
  return page({
    policy,
    words,
    head: `<link rel="stylesheet" href="${escaped(style)}">`,
    end: `<script nonce="${nonce}" src="${escaped(script)}"></script>`,
    isLive: true,
  });
}

/** The same with everything in it, and nobody to ask: it can be sent to somebody. */
export function exportedPage(data: MapData, { script, style }: { script: string; style: string }): string {
  const policy = `default-src 'none'; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'`;
  // The parser of HTML looks for the end of a script in it.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return page({
    policy,
    words: data.words,
    head: `<style>${style}</style>`,
    end: `<script type="application/json" id="data">${json}</script><script>${script}</script>`,
    isLive: false,
  });
}

interface PageParts {
  readonly policy: string;
  readonly words: MapWords;
  readonly head: string;
  readonly end: string;
  /** Whether somebody can be asked to open something. */
  readonly isLive: boolean;
}

function page({ policy, words, head, end, isLive }: PageParts): string {
  const sign = (kind: string, text: string) => `<li><i class="${kind}"></i>${escaped(text)}</li>`;
  const button = (id: string, text: string) => `<button type="button" id="${id}">${escaped(text)}</button>`;
  const live = (part: string) => (isLive ? part : '');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(l10n.t('Session Map'))}</title>
${head}
</head>
<body>
<header>
<h1 id="title"></h1>
<ul class="legend">
${sign('new', words.newLines)}${sign('again', words.again)}${sign('change', words.change)}
${sign('loss', words.loss)}${sign('prompt', words.prompt)}${sign('stop', words.stop)}
</ul>
<span id="dropped"></span>
<div class="tools"><label for="file">${escaped(words.file)}</label><select id="file"></select>${button('zoom-out', words.zoomOut)}${button('zoom-in', words.zoomIn)}${button('fit', words.fit)}${live(button('export', words.exportMap))}</div>
</header>
<main>
<canvas id="map" tabindex="0" role="application" aria-label="${escaped(words.map)}" aria-describedby="details keys"></canvas>
<div id="tip" hidden></div>
</main>
<footer>
<p id="details" aria-live="polite"></p>
${live(button('open', words.openLines) + button('record', words.openRecord))}
<label for="moment">${escaped(words.moment)}</label>
<input type="range" id="moment" min="0" max="0" value="0">
<output id="moment-label" for="moment"></output>
<span class="keys" id="keys">${escaped(words.keys)}</span>
</footer>
${end}
</body>
</html>
`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
