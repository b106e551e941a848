import { isObject, listField, objectField } from '../../agents/json';

/** Whether settings let hooks speak to this address over HTTP: where they list any, only those that fit one of the list. */
export function isAllowedUrl(settings: unknown, url: string): boolean {
  const security = isObject(settings) ? objectField(settings, 'security') : undefined;
  const patterns = (security && listField(security, 'allowedHttpHookUrls')) ?? [];
  return patterns.length === 0 || patterns.some((each) => typeof each === 'string' && fits(each, url));
}

/** `*` stands for anything; a point may be written as in a regular expression. */
function fits(pattern: string, url: string): boolean {
  const [first = '', ...others] = pattern.replaceAll('\\.', '.').toLowerCase().split('*');
  const last = others.pop();
  if (last === undefined) return url === first;
  let at = first.length;
  if (!url.startsWith(first)) return false;
  for (const piece of others) {
    const found = url.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return url.length - last.length >= at && url.endsWith(last);
}
