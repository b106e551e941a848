// What the scripted model needs of an API to be reached through it; one file for each API.
import type { ServerResponse } from 'node:http';

/** A tool call as the model makes it; words instead of an object for a tool that takes free text. */
export interface ModelCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>> | string;
}

/** What a client asks of the model. */
export interface Question {
  /** What was said to the model before its first answer. */
  readonly prompt: string;
  /** The names of the tools that it is offered. */
  readonly tools: readonly string[];
  /** The texts of the results since its last answer. */
  readonly results: readonly string[];
  /** The model that is asked for. */
  readonly model: string;
  /** Whether the answer is wanted as a stream of events. */
  readonly streams: boolean;
}

/** What the model answers: words, or calls. */
export interface Answer {
  /** Unlike any other answer's. */
  readonly id: string;
  readonly model: string;
  readonly text: string | undefined;
  readonly calls: readonly (ModelCall & { readonly id: string })[];
}

export interface ModelApi {
  /**
   * What a POST asks of the model; null where it asks for something else.
   *
   * @param path of the address, without its search
   */
  question(path: string, body: unknown): Question | null;
  answer(response: ServerResponse, answer: Answer, streams: boolean): void;
  /** What a client gets that asks for something else than words, such as a count; undefined: nothing is there. */
  otherwise(path: string): object | undefined;
}

/** Tokens that an answer is said to have cost. Made up. */
export const TOKENS = { input: 1000, output: 50 } as const;

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** An event of a stream, after which more may follow; its type is named where the API names it. */
export function sendEvent(response: ServerResponse, data: unknown, type?: string): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  response.write(`${type === undefined ? '' : `event: ${type}\n`}data: ${text}\n\n`);
}

/** Text as most APIs write it: as it is, or in blocks of which some have text. */
export type Content = string | null | readonly { readonly text?: string }[];

export function textOf(content: Content | undefined): string {
  if (content === undefined || content === null) return '';
  if (typeof content === 'string') return content;
  return content.map(({ text = '' }) => text).join('\n');
}
