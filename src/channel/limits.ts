/** Bounds of the channel between agents' hooks and windows. Sizes in bytes, times in milliseconds. */

/** A hook's message after all text was taken out of it, and a window's answer. */
export const LARGEST_MESSAGE = 1024 * 1024;
export const LARGEST_ANSWER = 64 * 1024;
/** An agent's own payload, sent by HTTP: it holds the text of files. */
export const LARGEST_PAYLOAD = 4 * 1024 * 1024;
/** How long a window may take to decide: then it has nothing to say. */
export const VERDICT_WITHIN = 100;
/** How long an agent is kept waiting for all windows together. Below 150, with what it takes to notice. */
export const WAIT_FOR_WINDOWS = 125;
/** The part of it that windows are given even where the companion took long to come to ask them. */
export const LEAST_WAIT_FOR_WINDOWS = 100;
/** A peer that has not sent its message, or confirmed what it got, by then, is not waited for. */
export const REQUEST_WITHIN = 3000;
export const MOST_CONNECTIONS = 64;
/** Messages a second that a window takes, and how many it takes at once. */
export const MESSAGES_A_SECOND = 400;
export const MESSAGES_AT_ONCE = 800;
/** Windows of one person; more entries in the registry are a mistake. */
export const MOST_WINDOWS = 64;
/** What agents told while no window was open: of one session, in all, and for how long it is kept. */
export const LARGEST_SPOOL_FILE = 1024 * 1024;
export const MOST_SPOOL_FILES = 40;
export const SPOOL_KEPT = 7 * 24 * 60 * 60 * 1000;
