// A runner of about a hundred lines instead of a framework: the suites are bundled into one file for the extension host, which
// frameworks that load their parts by name do not survive, and they need no more than this.

const TIME_OUT_MS = 90_000;

type Body = () => void | Promise<void>;
interface Group {
  readonly path: readonly string[];
  readonly before: Body[];
  readonly after: Body[];
}
interface Test {
  readonly group: readonly Group[];
  readonly name: string;
  readonly body: Body;
  readonly timeOutMs: number;
}

/** What became of one test; `error` where it failed. */
export interface TestResult {
  readonly name: string;
  readonly ms: number;
  readonly error?: string;
}

const tests: Test[] = [];
let open: readonly Group[] = [{ path: [], before: [], after: [] }];

function innermost(): Group {
  const group = open.at(-1);
  if (group === undefined) throw new Error('No group is open.');
  return group;
}

/** Groups tests; groups may be nested. */
export function describe(name: string, body: () => void): void {
  const outer = open;
  open = [...outer, { path: [...innermost().path, name], before: [], after: [] }];
  try {
    body();
  } finally {
    open = outer;
  }
}

/** One test. It fails when it throws, rejects, or takes longer than `timeOutMs` milliseconds. */
export function it(name: string, body: Body, timeOutMs = TIME_OUT_MS): void {
  tests.push({ group: open, name: [...innermost().path, name].join(' › '), body, timeOutMs });
}

/** Runs before each test of the group, outer groups first. */
export function beforeEach(body: Body): void {
  innermost().before.push(body);
}

/** Runs after each test of the group, also when it failed, inner groups first. */
export function afterEach(body: Body): void {
  innermost().after.push(body);
}

async function inTime(body: Body, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not done within ${ms} ms`)), ms);
  });
  try {
    await Promise.race([Promise.resolve().then(body), late]);
  } finally {
    clearTimeout(timer);
  }
}

function shown(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function runTest({ group, name, body, timeOutMs }: Test): Promise<TestResult> {
  const start = performance.now();
  const errors: string[] = [];
  const attempt = async (part: Body) => {
    try {
      await inTime(part, timeOutMs);
    } catch (error) {
      errors.push(shown(error));
    }
  };
  for (const before of group.flatMap((each) => each.before)) await attempt(before);
  if (errors.length === 0) await attempt(body);
  for (const after of [...group].reverse().flatMap((each) => each.after)) await attempt(after);
  const ms = Math.round(performance.now() - start);
  return errors.length === 0 ? { name, ms } : { name, ms, error: errors.join('\n') };
}

/** Runs all tests that were declared, one after the other, and tells of each as it ends. */
export async function runTests(tell: (result: TestResult) => void): Promise<readonly TestResult[]> {
  const results: TestResult[] = [];
  for (const test of tests) {
    const result = await runTest(test);
    tell(result);
    results.push(result);
  }
  return results;
}
