import { describe, expect, it } from 'vitest';
import { DEFAULT_TEST_COMMANDS, TestCommands } from '../../../src/tracker/testCommands';

const byDefault = new TestCommands(DEFAULT_TEST_COMMANDS);

describe('test commands by default', () => {
  it.each([
    'npm test',
    'npm run test:unit -- --watch=false',
    'npm --silent test',
    'pnpm typecheck',
    'yarn vitest run',
    'bun test src/a.test.ts',
    'npx tsc -p .',
    'node --test',
    'node_modules/.bin/jest a.test.ts',
    'CI=1 npm test',
    'timeout 60 make -j4 check',
    'python -m pytest -x tests',
    'python3 manage.py test',
    'poetry run mypy src',
    'uv run pytest',
    'go test ./...',
    'cargo +nightly nextest run',
    './gradlew test',
    'mvn -q verify',
    'dotnet test',
    'cmake --build build',
    'ctest',
    'bundle exec rspec',
    'php artisan test',
    'mix test',
    'swift build',
    'flutter test',
    'zig build',
  ])('%s is one', (command) => {
    expect(byDefault.has(command)).toBe(true);
  });

  it.each([
    '',
    'ls',
    'npm install',
    'npm',
    'git status',
    'cat test.txt',
    'grep test src',
    'go fmt ./...',
    'cargo new a',
    'python scripts/generate.py',
    'echo npm test',
    'node server.js --test',
    'testing',
    'dotnet new',
  ])('%s is none', (command) => {
    expect(byDefault.has(command)).toBe(false);
  });
});

describe('patterns of test commands', () => {
  it('stand for words that begin the command', () => {
    const own = new TestCommands(['check *.ts', 'ci|verify all*now']);
    expect(
      ['check a.ts', 'bin/check -q a.ts b', 'verify allnow', 'ci all-right-now'].map((c) => own.has(c)),
    ).toEqual([true, true, true, true]);
    expect(['check a.js', 'check', 'a check a.ts', 'ci all'].map((c) => own.has(c))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('may be none, empty, or many', () => {
    expect(new TestCommands([]).has('npm test')).toBe(false);
    expect(new TestCommands(['', '  ']).has('npm test')).toBe(false);
    const many = Array.from({ length: 300 }, (_, i) => `tool${i}`);
    expect(new TestCommands(many).has('tool199')).toBe(true);
    expect(new TestCommands(many).has('tool200')).toBe(false);
    expect(new TestCommands(['x'.repeat(201)]).has('x'.repeat(201))).toBe(false);
  });

  it('never take long', () => {
    const stars = new TestCommands([`${'a*'.repeat(90)}b`]);
    expect(stars.has('a'.repeat(100_000))).toBe(false);
  });
});
