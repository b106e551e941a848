import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FOUND_AGENTS } from '../../../src/agents/agentNames';
import { ADAPTERS } from '../../../src/agents/registry';
import { AGENTS, settingOf } from '../../../src/editor/agentPermissions';
import { CHECKS, SETTING_NAMES } from '../../../src/editor/settings';

const manifestText = readFileSync('package.json', 'utf8');
const manifest = JSON.parse(manifestText);
const strings: Record<string, string> = JSON.parse(readFileSync('package.nls.json', 'utf8'));

interface Property {
  readonly default: unknown;
  readonly scope: string;
  readonly order: number;
  readonly enum?: readonly unknown[];
  readonly markdownEnumDescriptions?: readonly string[];
  readonly enumItemLabels?: readonly string[];
}
const properties = new Map<string, Property>(
  manifest.contributes.configuration.flatMap((section: { properties: Record<string, Property> }) =>
    Object.entries(section.properties),
  ),
);

/** Settings that only say what is drawn over the text, and what a hover says. */
const isDrawing = (name: string) => /^(?:show|hover)\./.test(name);

/** The when-clauses and the like at any depth. */
function conditionsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    (key === 'when' || key === 'enablement') && typeof each === 'string' ? [each] : conditionsIn(each),
  );
}

/** What is left of a when-clause without its terms, and the operators between them, that VS Code knows. */
function unknownIn(clause: string): string {
  const key = String.raw`[\w.:-]+`;
  const value = `(?:'[^']*'|${key})`;
  const compared = new RegExp(
    String.raw`${key}\s*(?:=~\s*/(?:[^/\\]|\\.)+/[imsu]*|(?:===?|!==?|<=?|>=?)\s*${value}|\s(?:not\s+)?in\s+${key})`,
    'g',
  );
  const terms = clause.replace(compared, 'term').replace(/!+(?=[\w(])/g, '');
  return terms
    .split(/&&|\|\||[()]/)
    .map((term) => term.trim())
    .filter((term) => term !== '' && !new RegExp(`^${key}$`).test(term))
    .join(', ');
}

describe('the manifest', () => {
  it('declares exactly the settings that the code reads, with the same defaults', () => {
    expect([...properties.keys()].sort()).toEqual(SETTING_NAMES.map((name) => `readCoverage.${name}`).sort());
    for (const name of SETTING_NAMES) {
      expect(CHECKS[name](undefined), name).toEqual(properties.get(`readCoverage.${name}`)?.default);
    }
  });

  it('accepts each value of each enumeration, names it and describes it', () => {
    for (const name of SETTING_NAMES) {
      const property = properties.get(`readCoverage.${name}`);
      for (const value of property?.enum ?? []) expect(CHECKS[name](value)).toBe(value);
      expect(property?.markdownEnumDescriptions?.length).toBe(property?.enum?.length);
      expect(property?.enumItemLabels?.length).toBe(property?.enum?.length);
    }
  });

  it('gives each setting a place of its own, and links to settings and commands that are there', () => {
    const orders = [...properties.values()].map(({ order }) => order);
    expect(new Set(orders).size).toBe(orders.length);
    const commands: readonly { readonly command: string }[] = manifest.contributes.commands;
    const known = new Set(commands.map(({ command }) => command));
    for (const [key, text] of Object.entries(strings).filter(([each]) => each.startsWith('config.'))) {
      for (const [, name = ''] of text.matchAll(/`#([\w.]+)#`/g))
        expect(properties.has(name), key).toBe(true);
      for (const [, id = ''] of text.matchAll(/\(command:([\w.]+)/g)) expect(known.has(id), key).toBe(true);
    }
  });

  it('lets no workspace set what runs, stops, connects or notifies, wherever it is trusted', () => {
    const ofWorkspaces = [...properties]
      .filter(([, { scope }]) => scope !== 'application' && scope !== 'machine')
      .map(([name]) => name.replace('readCoverage.', ''))
      .filter((name) => !isDrawing(name));
    // Beside what is drawn: which logs of the workspace itself are read, and what its files and its tests are.
    expect(ofWorkspaces.sort()).toEqual(['followAgent', 'log.files', 'quiet.files', 'testCommands']);
  });

  it('lets no workspace that is not trusted set anything but what is drawn', () => {
    const restricted: string[] = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
    const open = [...properties.keys()].filter((name) => !restricted.includes(name));
    expect(open.length).toBeGreaterThan(0);
    for (const name of open) expect(isDrawing(name.replace('readCoverage.', '')), name).toBe(true);
    expect(restricted.filter((name) => !properties.has(name))).toEqual([]);
    expect(manifest.capabilities.untrustedWorkspaces.supported).toBe('limited');
  });

  it('offers nothing that acts on an agent in a workspace that is not trusted', () => {
    const acting = ['stopAgent', 'connectAgent', 'disconnectAgent'];
    const commands: { command: string; enablement?: string }[] = manifest.contributes.commands;
    for (const name of acting) {
      const { enablement = '' } = commands.find(({ command }) => command === `readCoverage.${name}`) ?? {};
      expect(enablement, name).toMatch(/\bisWorkspaceTrusted\b/);
    }
  });

  it('has each button of a row of the view in the menu of that row too, which the keyboard reaches', () => {
    const entries: { command: string; when: string; group: string }[] =
      manifest.contributes.menus['view/item/context'];
    const said = ({ command, when }: { command: string; when: string }) => `${command} ${when}`;
    const buttons = entries.filter(({ group }) => group.startsWith('inline'));
    const rows = entries.filter(({ group }) => !group.startsWith('inline')).map(said);
    expect(buttons.length).toBeGreaterThan(0);
    for (const button of buttons) expect(rows).toContain(said(button));
  });

  it('has no when-clause with an operator that there is none of: such a clause is dropped whole', () => {
    const clauses = conditionsIn(manifest.contributes);
    expect(clauses.length).toBeGreaterThan(20);
    for (const clause of clauses) expect(unknownIn(clause), clause).toBe('');
    expect(unknownIn('viewItem !~ / drawn/')).not.toBe('');
    expect(unknownIn('a && b = c')).not.toBe('');
  });

  it('puts what belongs to its view into no other view', () => {
    for (const menu of ['view/item/context', 'view/title']) {
      const entries: { command: string; when: string }[] = manifest.contributes.menus[menu];
      expect(entries.length).toBeGreaterThan(0);
      for (const { command, when } of entries)
        expect(when, command).toMatch(/^view == readCoverage\.reads(?: && (?!.*\|\|)|$)/);
    }
  });

  it('says what it does where the files are on no disk, or not trusted', () => {
    const { virtualWorkspaces, untrustedWorkspaces } = manifest.capabilities;
    expect([virtualWorkspaces.supported, untrustedWorkspaces.supported]).toEqual([false, 'limited']);
    for (const { description } of [virtualWorkspaces, untrustedWorkspaces])
      expect(strings[description.replaceAll('%', '')]?.length).toBeGreaterThan(20);
  });

  it('has every string once, and no string that is not used', () => {
    const used = new Set([...manifestText.matchAll(/"%([^%"]+)%"/g)].map((match) => match[1]));
    expect([...used].sort()).toEqual(Object.keys(strings).sort());
  });
});

describe('each agent whose transcripts can be found', () => {
  it('has a name and a setting, and each setting its agent', () => {
    const kinds = ADAPTERS.filter(({ transcripts }) => transcripts !== undefined).map(({ kind }) => kind);
    expect([...AGENTS].sort()).toEqual(kinds.sort());
    const settings = AGENTS.map(settingOf);
    expect(new Set(settings).size).toBe(kinds.length);
    for (const name of settings) expect(SETTING_NAMES).toContain(name);
    const all = SETTING_NAMES.filter((name) => name.startsWith('agents.'));
    expect(all).toHaveLength(Object.keys(FOUND_AGENTS).length);
  });
});

describe('settings from a file', () => {
  it('never lets a value of the wrong kind through', () => {
    for (const bad of [null, {}, [], 'no such', Number.NaN, () => 1]) {
      for (const name of SETTING_NAMES) {
        if (['stop.command', 'log.files', 'testCommands'].includes(name)) continue;
        expect(CHECKS[name](bad)).toEqual(CHECKS[name](undefined));
      }
    }
    expect(CHECKS['levels.stop'](-3)).toBe(0);
    expect(CHECKS['levels.stop'](5.9)).toBe(5);
    expect(CHECKS['log.files'](['a.jsonl', 3, '', 'b/*.jsonl'])).toEqual(['a.jsonl', 'b/*.jsonl']);
    expect(CHECKS['stop.command']({})).toBe('');
  });
});
