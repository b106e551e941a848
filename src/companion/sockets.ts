/** The part of the companion for windows that take no letters. */
export { askWindows } from '../channel/client';
