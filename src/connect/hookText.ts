import type { Node } from 'jsonc-parser';
import { type Insertion, insertAll, type Span, spansAfter } from './insertions';
import { insertionsFor, type NewChild } from './jsonInsert';
import { removeChild } from './jsonRemove';
import { printLines, styleOf } from './jsonStyle';
import { dataOf, type JsonText, parseJsonText, propertiesOf, propertyValue } from './jsonText';
import { Refusal } from './refusal';

/*
 * Hooks in the form that Claude Code introduced and others took over:
 * {"hooks": {"<event>": [{"matcher": "…", "hooks": [<handler>, …]}, …]}}
 */

const HOOKS = 'hooks';
/** From a handler to its group, to its event's property, to the property "hooks": how many nodes up each. */
const CLIMB = [3, 2, 2];

/** One group to be appended to an event's list. */
export interface HookGroup {
  readonly event: string;
  readonly group: Readonly<Record<string, unknown>>;
}

/** Whether a handler (`{"type": "command", …}`) was written by this product. */
export type IsOurs = (handler: unknown) => boolean;

export interface HookedText {
  readonly text: string;
  /** What was inserted, as it stands in `text`: cut out, the text is as it was before. */
  readonly inserted: readonly Span[];
}

/**
 * Appends groups to the hooks of a settings file, one a group's event at most.
 * @param file for the refusal only
 * @throws Refusal where the text is not what the format says
 */
export function addHooks(text: string, groups: readonly HookGroup[], file: string): HookedText {
  let hooked: HookedText = { text, inserted: [] };
  const insert = (insertions: readonly Insertion[]) => {
    hooked = {
      text: insertAll(hooked.text, insertions),
      inserted: spansAfter(hooked.inserted, insertions),
    };
  };
  const { root } = understood(text, file);
  const style = styleOf(text);
  const asLists = (missing: readonly HookGroup[]) =>
    missing.map(({ event, group }) => [event, [group]] as const);
  if (!root) {
    const value = { [HOOKS]: Object.fromEntries(asLists(groups)) };
    insert([{ offset: text.length, text: printLines(value, '', style) + style.lineEnd }]);
    return hooked;
  }
  const hooks = hooksOf(root, file);
  if (!hooks) {
    insert(insertionsFor(text, root, [{ key: HOOKS, value: Object.fromEntries(asLists(groups)) }], style));
    return hooked;
  }
  const missing: HookGroup[] = [];
  const insertions: Insertion[] = [];
  for (const each of groups) {
    const list = listOf(hooks, each.event, file);
    if (list) insertions.push(...insertionsFor(text, list, [{ value: each.group }], style));
    else missing.push(each);
  }
  const properties: NewChild[] = asLists(missing).map(([key, value]) => ({ key, value }));
  insert([...insertions, ...insertionsFor(text, hooks, properties, style)]);
  return hooked;
}

/**
 * Takes out the handlers that are ours, and with them the groups, lists and the object that hold nothing else.
 * @param file for the refusal only
 * @throws Refusal where the text cannot be understood
 */
export function removeHooks(text: string, isOurs: IsOurs, file: string): string {
  let rest = text;
  for (;;) {
    const { root } = understood(rest, file);
    const ours = root && handlersOf(root).find((handler) => isOurs(dataOf(handler)));
    const place = ours && placeOf(ours);
    if (!place) return rest;
    rest = removeChild(rest, root, place.container, place.child);
  }
}

/** The handlers in the text that are ours. */
export function ourHandlers(text: string, isOurs: IsOurs): readonly unknown[] {
  const root = parseJsonText(text)?.root;
  return root ? handlersOf(root).map(dataOf).filter(isOurs) : [];
}

function understood(text: string, file: string): JsonText {
  const json = parseJsonText(text);
  if (!json) throw new Refusal('unparseable', file);
  if (json.root && json.root.type !== 'object') throw new Refusal('shape', file);
  return json;
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
function handlersOf(root: Node): readonly Node[] {
  return valuesUnder(root, HOOKS)
    .flatMap((hooks) => (hooks.type === 'object' ? (hooks.children ?? []) : []))
    .flatMap((event) => propertyValue(event)?.children ?? [])
    .flatMap((group) => valuesUnder(group, HOOKS))
    .flatMap((list) => (list.type === 'array' ? (list.children ?? []) : []));
}

function valuesUnder(node: Node, key: string): readonly Node[] {
  return node.type === 'object'
    ? propertiesOf(node, key).flatMap((property) => propertyValue(property) ?? [])
    : [];
}

/** The handler, or the largest thing around it that would be left without any, and what it is taken from. */
function placeOf(handler: Node): { readonly container: Node; readonly child: Node } | undefined {
  let child = handler;
  for (const levels of CLIMB) {
    const container = child.parent;
    if (!container) return undefined;
    if ((container.children ?? []).length > 1) return { container, child };
    for (let level = 0; level < levels; level++) {
      if (!child.parent) return undefined;
      child = child.parent;
    }
  }
  return child.parent && { container: child.parent, child };
}
