import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PICTURES } from '../../../media/walkthrough.mjs';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

interface Step {
  readonly id: string;
  readonly media: { readonly svg: string; readonly altText: string };
  readonly description: string;
  readonly completionEvents: readonly string[];
}
const [walkthrough, ...others] = manifest.contributes.walkthroughs;
const steps: readonly Step[] = walkthrough.steps;
const strings: Record<string, string> = JSON.parse(readFileSync('package.nls.json', 'utf8'));

/** The text that stands for `%key%`. */
const said = (key: string): string => strings[key.slice(1, -1)] ?? '';

/** Without variables that end in a colour, one within another. */
function withoutColours(svg: string): string {
  const bare = svg.replaceAll(/var\(--vscode-(?:[\w-]|\\\.)+, (?:#[0-9a-f]{6}|transparent|@)\)/g, '@');
  return bare === svg ? svg.replaceAll('@', '') : withoutColours(bare);
}

describe('the walkthrough', () => {
  it('is one, of few steps, each with a picture that is drawn from the marks as they are', () => {
    expect(others).toEqual([]);
    expect(steps.length).toBeLessThanOrEqual(7);
    for (const [name, draw] of Object.entries(PICTURES)) {
      expect(readFileSync(`media/walkthrough/${name}.svg`, 'utf8'), name).toBe(draw());
    }
    const pictures = Object.keys(PICTURES).map((name) => `media/walkthrough/${name}.svg`);
    expect(steps.map(({ media }) => media.svg).sort()).toEqual(pictures.sort());
    expect(readdirSync('media/walkthrough').sort()).toEqual(pictures.map((path) => path.slice(18)).sort());
  });

  it('has colours of the theme only, and nothing that the page of VS Code would not show', () => {
    for (const draw of Object.values(PICTURES)) {
      const svg = withoutColours(draw());
      // Each has one that stands for it where the page has no such variable: black would be drawn, or nothing.
      expect(svg).not.toContain('var(');
      expect(svg).not.toMatch(/#[0-9a-f]{3,8}\b|style|class=|<script|href|.<svg/);
    }
  });

  it('asks for colours of its own by the names that the page has them under', () => {
    const colours: readonly { readonly id: string }[] = manifest.contributes.colors;
    const known = new Set(colours.map(({ id }) => `--vscode-${id.replace('.', '-').replaceAll('.', '\\.')}`));
    const asked = new Set(
      Object.values(PICTURES).flatMap((draw) => draw().match(/--vscode-readCoverage-ruler\\[\w.]+/g) ?? []),
    );
    expect([...asked].filter((name) => !known.has(name))).toEqual([]);
    expect(asked.size).toBe(6);
  });

  it('leads only to commands that are there, and is done by what a person does', () => {
    const commands: readonly { readonly command: string }[] = manifest.contributes.commands;
    const known = new Set([...commands.map(({ command }) => command), 'workbench.action.openSettings']);
    known.add('readCoverage.reads.focus');
    const named = steps.flatMap(({ description, completionEvents }) => [
      ...[...said(description).matchAll(/command:([\w.]+)/g)].map(([, id]) => id ?? ''),
      ...completionEvents.flatMap((event) => (event.startsWith('onCommand:') ? [event.slice(10)] : [])),
    ]);
    expect(named.filter((id) => !known.has(id))).toEqual([]);
    for (const { id, completionEvents } of steps) expect(completionEvents, id).not.toEqual([]);
  });
});
