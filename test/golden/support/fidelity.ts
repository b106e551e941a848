import { getOrCreate } from '../../../src/text/maps';
import { truth } from './capture';
import { captureEvents } from './captureSuite';
import { CAPTURES, type NamedCapture } from './captures';
import { isExact, totalsOf, verdictOf } from './verdict';

/** What no reader of an agent's record can know, in the agent's own words: why it is so, and what is done then. */
const UNKNOWABLE: Readonly<Record<string, readonly string[]>> = {
  'Claude Code': [
    'Blank lines at the start of a shell command’s output and white space at its end are taken away before the model gets it: what stands after lost lines is placed only where reads tell, and the last line is taken for whole unless a read shows that it is longer.',
    'After a compaction, 2.1.332 shows which files it puts back; 2.1.100 does not, and verdicts are uncertain from there on.',
    'Results that are cleared silently after a long pause are not recorded: repeats of reads from before it are uncertain.',
  ],
  'Codex CLI': [
    'It has no read tool: all reads are shell commands, credited as far as their output agrees with them.',
    'Of a long output, head and tail are shown: where the tail stands in the file is known only where the number of missing lines is told.',
    'In code mode a script may show a part of what it read; only what the script’s own output shows is credited.',
  ],
  OpenCode: [
    'The total of a file that was capped counts the shown lines: it is not believed.',
    'Where a JavaScript runtime has no SQLite, its database cannot be read, and the window says so.',
  ],
  'Gemini CLI': [
    'Nothing but the text says which lines were shown; a compression is seen only where the history is replaced.',
  ],
  'Copilot CLI': ['A view of a large file succeeds and shows nothing; it is no read.'],
  pi: ['A shell command’s long output keeps its end only; its place is the one that the record tells.'],
  'Qwen Code': [
    'Its offset counts from 0, and its total counts the empty text after the last line end: a file’s length is known with a doubt of one line.',
  ],
  'Cline CLI': [
    'The record holds whole results where the model was given 8 KB of them without the middle; which lines these were is worked out as Cline does it, and nothing is credited where that is not certain.',
  ],
  ACP: [
    'Agents other than Claude Code do not say what they gave to their model: a read through the client is credited only with lines that the call’s answer shows too, and a read that is announced without them is “read, lines unknown”.',
  ],
};

/** Agents whose transcripts are read without a recorded run to grade them by. */
const UNGRADED: readonly (readonly [agent: string, why: string])[] = [
  [
    'Cline (extension), Roo Code, Kilo Code (legacy)',
    'built after their published sources; what the record cannot tell gets no credit',
  ],
  [
    'Cursor',
    'its transcripts hold what was asked for and rarely an answer: reads are “read, lines unknown” unless the answer is there',
  ],
  ['VS Code chat', 'its local transcripts; what the text of an answer does not show gets no credit'],
  [
    'MCP filesystem server',
    'its tools are read in the transcripts of all agents that give their answers whole; the last lines of a file are placed only where its end is known; of several files in one answer only what can be divided with certainty',
  ],
];

/** Agents of which nothing can be shown, and why. */
const IMPOSSIBLE: readonly (readonly [agent: string, why: string])[] = [
  [
    'Amp',
    'the present command line keeps its threads on a server and writes nothing locally; there is no transcript to read',
  ],
  [
    'Aider',
    'it has no read calls: whole files are added to the chat, its history is Markdown that names them without lines or times, and it has no hooks',
  ],
];

/** `docs/fidelity.md`, from the recorded runs that the golden tests read. */
export function fidelityPage(): string {
  const lines = [
    '# Fidelity',
    '',
    'How exactly the lines shown as read are the lines that the model was given. Made from the golden tests by `npm run fidelity`; a test fails when it is out of date.',
    '',
    'The oracle is what the model was sent, worked out from the requests of recorded runs of the official clients, not from their transcripts. A call is *exact* where the lines credited are all the lines it was given whole, and no other. *Missing* are lines that were given and are not credited, *over* are lines that are credited and were not given: there are none, and damaged copies of every transcript credit none either.',
    '',
    '| agent | version | calls exact | lines missing | lines over |',
    '|---|---|---|---|---|',
    ...rows(),
    '',
    '## Calls that are not exact',
    '',
    ...missed(),
    '',
    '## What cannot be known',
    '',
    ...Object.entries(UNKNOWABLE).flatMap(([agent, facts]) => [
      `**${agent}**`,
      '',
      ...facts.map((fact) => `* ${fact}`),
      '',
    ]),
    '## Without a recorded run',
    '',
    ...UNGRADED.map(([agent, why]) => `* **${agent}**: ${why}.`),
    '',
    '## Not possible',
    '',
    ...IMPOSSIBLE.map(([agent, why]) => `* **${agent}**: ${why}.`),
    '',
  ];
  return lines.join('\n');
}

function rows(): string[] {
  const runs = new Map<string, NamedCapture[]>();
  for (const capture of CAPTURES) {
    getOrCreate(runs, `${capture.agent} | ${capture.version}`, () => []).push(capture);
  }
  return [...runs].map(([name, captures]) => {
    const all = captures.map((capture) => totalsOf(verdict(capture)));
    const sum = (key: 'exact' | 'calls' | 'missing' | 'over') =>
      all.reduce((total, one) => total + one[key], 0);
    return `| ${name} | ${sum('exact')} of ${sum('calls')} | ${sum('missing')} | ${sum('over')} |`;
  });
}

function missed(): string[] {
  const found = CAPTURES.flatMap((capture) =>
    verdict(capture)
      .calls.filter((call) => call.isGraded && !isExact(call))
      .map(({ call }) => {
        const what = call.command === undefined ? call.label : `\`${call.command}\``;
        return `* ${capture.agent} ${capture.version}, ${what}: ${capture.misses?.[call.label] ?? 'not explained'}`;
      }),
  );
  return found.length === 0 ? ['None.'] : found;
}

function verdict(capture: NamedCapture) {
  return verdictOf(captureEvents(capture), truth(capture.capture));
}
