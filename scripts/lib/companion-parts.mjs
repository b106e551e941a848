// The companion is one small file, which every hook of an agent loads, and parts that it loads where it needs them. Their
// names carry a hash of what is in them, so that parts of several versions can stand beside each other.
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';

const PARTS = /^\.\/[A-Za-z]+$/;
const PART_FILE = /^companion-[A-Za-z]+-[0-9A-Z]{8}\.cjs$/;
const REQUIRED = /require\("\.\/(companion-[A-Za-z]+-[0-9A-Z]{8}\.cjs)"\)/g;

/**
 * Names of the files that a companion loads.
 * @param {string} companion its text
 */
export function partsNamedBy(companion) {
  return [...new Set([...companion.matchAll(REQUIRED)].flatMap(([, name]) => name ?? []))];
}

/**
 * Bundles what `src/companion/parts.ts` requires into files beside the one that is built, and removes those of builds
 * before.
 * @returns {import('esbuild').Plugin}
 */
export function companionParts() {
  return {
    name: 'companion-parts',
    setup({ initialOptions, onStart, onResolve, onEnd }) {
      const { outfile = '', target = 'node22', mainFields = ['module', 'main'] } = initialOptions;
      const outdir = dirname(outfile);
      /** @type {Map<string, Promise<{name: string, inputs: string[]}>>} */
      let built = new Map();

      /** @param {string} entryPoint */
      const buildPart = async (entryPoint) => {
        const result = await build({
          entryPoints: [entryPoint],
          outdir,
          entryNames: 'companion-[name]-[hash]',
          outExtension: { '.js': '.cjs' },
          bundle: true,
          platform: 'node',
          format: 'cjs',
          minify: true,
          metafile: true,
          logLevel: 'warning',
          legalComments: 'none',
          target,
          mainFields,
        });
        const [file = ''] = Object.keys(result.metafile.outputs);
        return { name: basename(file), inputs: Object.keys(result.metafile.inputs) };
      };

      onStart(() => {
        built = new Map();
      });
      onResolve({ filter: PARTS }, async ({ path, importer, resolveDir, kind }) => {
        if (kind !== 'require-call' || basename(importer) !== 'parts.ts') return undefined;
        const entryPoint = join(resolveDir, `${path}.ts`);
        const building = built.get(entryPoint) ?? buildPart(entryPoint);
        built.set(entryPoint, building);
        const { name, inputs } = await building;
        return {
          path: `./${name}`,
          external: true,
          watchFiles: inputs.map((input) => join(process.cwd(), input)),
        };
      });
      onEnd(async ({ errors }) => {
        if (errors.length > 0) return;
        const names = new Set((await Promise.all(built.values())).map(({ name }) => name));
        for (const file of readdirSync(outdir))
          if (PART_FILE.test(file) && !names.has(file)) rmSync(join(outdir, file), { force: true });
      });
    },
  };
}
