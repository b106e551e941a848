import type { Node } from 'jsonc-parser';
import { type Insertion, insertAll, type Span, spansAfter } from './insertions';
import { insertionsFor, type NewChild } from './jsonInsert';
import { removeChild } from './jsonRemove';
import { printLines, styleOf } from './jsonStyle';
import {
  dataOf,
  endOf,
  hasComment,
  isStrictJson,
  type JsonText,
  parseJsonText,
  propertiesOf,
  propertyValue,
} from './jsonText';
import { Refusal } from './refusal';

const HOOKS = 'hooks';

/**
 * How hooks stand in a settings file.
 * - `grouped`, as Claude Code introduced it and others took over:
 *   `{"hooks": {"<event>": [{"matcher": "…", "hooks": [<handler>, …]}, …]}}`
 * - `flat`: `{"hooks": {"<event>": [<handler>, …]}}`
 */
export interface HookForm {
  readonly kind: 'grouped' | 'flat';
  /** What such a file has to say besides its hooks; added where it does not. */
  readonly besides?: Readonly<Record<string, number | string>>;
}

/**
 * From a handler to its group where there are groups, to its event's property, to the property "hooks": how many nodes
 * up each.
 */
const CLIMB = { grouped: [3, 2, 2], flat: [2, 2] } as const;

/** A group, or a handler where there are no groups, to be appended to an event's list. */
export interface HookEntry {
  readonly event: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** Whether a handler (`{"type": "command", …}`) was written by this product. */
export type IsOurs = (handler: unknown) => boolean;

export interface HookedText {
  readonly text: string;
  /** What was inserted, as it stands in `text`: cut out, the text is as it was before. */
  readonly inserted: readonly Span[];
}

/**
 * Appends to the hooks of a settings file, one entry an event at most.
 * @param file for the refusal only
 * @throws Refusal where the text is not what the format says
 */
export function addHooks(
  text: string,
  { besides = {} }: HookForm,
  entries: readonly HookEntry[],
  file: string,
): HookedText {
  let hooked: HookedText = { text, inserted: [] };
  const insert = (insertions: readonly Insertion[]) => {
    hooked = {
      text: insertAll(hooked.text, insertions),
      inserted: spansAfter(hooked.inserted, insertions),
    };
  };
  const { root } = understood(text, file);
  const style = styleOf(text);
  const asLists = (missing: readonly HookEntry[]) =>
    missing.map(({ event, entry }) => [event, [entry]] as const);
  if (!root) {
    const value = { ...besides, [HOOKS]: Object.fromEntries(asLists(entries)) };
    insert([{ offset: text.length, text: printLines(value, '', style) + style.lineEnd }]);
    return hooked;
  }
  const unsaid: NewChild[] = Object.entries(besides)
    .filter(([key]) => propertiesOf(root, key).length === 0)
    .map(([key, value]) => ({ key, value }));
  const hooks = hooksOf(root, file);
  if (!hooks) {
    const all = [...unsaid, { key: HOOKS, value: Object.fromEntries(asLists(entries)) }];
    insert(insertionsFor(text, root, all, style));
    return hooked;
  }
  const missing: HookEntry[] = [];
  const insertions: Insertion[] = [];
  for (const each of entries) {
    const list = listOf(hooks, each.event, file);
    if (list) insertions.push(...insertionsFor(text, list, [{ value: each.entry }], style));
    else missing.push(each);
  }
  const properties: NewChild[] = asLists(missing).map(([key, value]) => ({ key, value }));
  insertions.push(...insertionsFor(text, hooks, properties, style));
  insert([...insertions, ...insertionsFor(text, root, unsaid, style)]);
  return hooked;
}

/**
 * Takes out the handlers that are ours, and with them the groups, lists and the object that hold nothing else.
 * @param file for the refusal only
 * @throws Refusal where the text cannot be understood
 */
export function removeHooks(text: string, { kind }: HookForm, isOurs: IsOurs, file: string): string {
  let rest = text;
  for (;;) {
    const { root } = understood(rest, file);
    const ours = root && handlersOf(root, kind).find((handler) => isOurs(dataOf(handler)));
    const place = ours && placeOf(rest, ours, kind);
    if (!place) return rest;
    rest = removeChild(rest, root, place.container, place.child);
  }
}

/** The handlers in the text that are ours. */
export function ourHandlers(text: string, { kind }: HookForm, isOurs: IsOurs): readonly unknown[] {
  const root = parseJsonText(text)?.root;
  return root ? handlersOf(root, kind).map(dataOf).filter(isOurs) : [];
}

/** Whether there is nothing in the text but what such a file has to say in any case. */
export function saysNothing(text: string, { besides = {} }: HookForm): boolean {
  const json = parseJsonText(text);
  if (!json?.root) return json !== undefined;
  // What stands in no node is a comment of somebody's.
  if (json.root.type !== 'object' || !isStrictJson(text)) return false;
  const entries = Object.entries(dataOf(json.root) as object);
  return entries.every(([key, value]) => Object.hasOwn(besides, key) && besides[key] === value);
}

function understood(text: string, file: string): JsonText {
  const json = parseJsonText(text);
  if (!json) throw new Refusal('unparseable', file);
  if (json.root && json.root.type !== 'object') throw new Refusal('shape', file);
  return json;
}

/** Whether there is a comment in a node, but not in one that lies in it. */
function hasCommentAround(text: string, inner: Node, outer: Node): boolean {
  return (
    hasComment(text, { start: outer.offset, end: inner.offset }) ||
    hasComment(text, { start: endOf(inner), end: endOf(outer) })
  );
}

/** The value of "hooks"; undefined where there is none. */
function hooksOf(root: Node, file: string): Node | undefined {
  return only(root, HOOKS, 'object', HOOKS, file);
}

function listOf(hooks: Node, event: string, file: string): Node | undefined {
  return only(hooks, event, 'array', `${HOOKS}.${event}`, file);
}

function only(object: Node, key: string, type: Node['type'], path: string, file: string): Node | undefined {
  const found = propertiesOf(object, key);
  if (found.length > 1) throw new Refusal('duplicate-keys', file, path);
  const [property] = found;
  const value = property && propertyValue(property);
  if (value && value.type !== type) throw new Refusal('shape', file, path);
  return value;
}

/** All handlers under all keys named "hooks", whichever of them an agent reads. */
function handlersOf(root: Node, kind: HookForm['kind']): readonly Node[] {
  const entries = valuesUnder(root, HOOKS)
    .flatMap((hooks) => (hooks.type === 'object' ? (hooks.children ?? []) : []))
    .flatMap((event) => itemsOf(propertyValue(event)));
  return kind === 'flat' ? entries : entries.flatMap((group) => valuesUnder(group, HOOKS).flatMap(itemsOf));
}

function itemsOf(list: Node | undefined): readonly Node[] {
  return list?.type === 'array' ? (list.children ?? []) : [];
}

function valuesUnder(node: Node, key: string): readonly Node[] {
  return node.type === 'object'
    ? propertiesOf(node, key).flatMap((property) => propertyValue(property) ?? [])
    : [];
}

/**
 * The handler, or the largest thing around it that would be left without any, and what it is taken from. What somebody
 * has written a comment into stays.
 */
function placeOf(
  text: string,
  handler: Node,
  kind: HookForm['kind'],
): { readonly container: Node; readonly child: Node } | undefined {
  let child = handler;
  for (const levels of CLIMB[kind]) {
    const container = child.parent;
    if (!container) return undefined;
    let around = child;
    for (let level = 0; level < levels; level++) {
      if (!around.parent) return undefined;
      around = around.parent;
    }
    const isShared = (container.children ?? []).length > 1;
    if (isShared || hasCommentAround(text, child, around)) return { container, child };
    child = around;
  }
  return child.parent && { container: child.parent, child };
}
