import { sep } from 'node:path';

/** The path separated by `/` whatever the system, as readers and descriptions of agents take it. */
export function slashedPath(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
