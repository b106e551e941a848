// OpenAI's Responses, as Codex speaks it: calls of functions, and of tools that take free text.
import type { ServerResponse } from 'node:http';
import {
  type Answer,
  type Content,
  type ModelApi,
  type ModelCall,
  type Question,
  sendEvent,
  sendJson,
  TOKENS,
  textOf,
} from './modelApi';

interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly content?: Content;
  /** Of a call. */
  readonly output?: Content;
}
interface Body {
  readonly model?: string;
  readonly stream?: boolean;
  readonly tools?: readonly { readonly name?: string; readonly type?: string }[];
  readonly input?: readonly Item[];
}

export const openAiResponses: ModelApi = {
  question: (path, body) => (path === '/v1/responses' ? questionOf(body as Body) : null),
  answer,
  otherwise: () => undefined,
};

/** Whether an item is the model's own. */
const isOwn = ({ type, role }: Item) =>
  role === 'assistant' || type === 'function_call' || type === 'custom_tool_call';

function questionOf({ model = 'scripted', stream = false, tools = [], input = [] }: Body): Question {
  const first = input.findIndex(isOwn);
  const before = first < 0 ? input : input.slice(0, first);
  return {
    prompt: before
      .filter(({ role }) => role === 'user')
      .map(({ content }) => textOf(content))
      .join('\n'),
    tools: tools.map(({ name, type = '' }) => name ?? type),
    results: input
      .slice(input.findLastIndex(isOwn) + 1)
      .filter(({ type = '' }) => type.endsWith('_output'))
      .map(({ output }) => textOf(output)),
    model,
    streams: stream,
  };
}

function answer(response: ServerResponse, { id, model, text, calls }: Answer, streams: boolean): void {
  const status = 'completed';
  const output = [
    ...(text === undefined ? [] : [messageItem(id, text)]),
    ...calls.map((call) => ({ ...callItem(call), status })),
  ];
  const usage = {
    input_tokens: TOKENS.input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: TOKENS.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: TOKENS.input + TOKENS.output,
  };
  const base = { id: `resp_${id}`, object: 'response', created_at: Math.floor(Date.now() / 1000), model };
  const whole = { ...base, status, output, usage };
  if (!streams) {
    sendJson(response, whole);
    return;
  }
  const send = (type: string, data: object) => sendEvent(response, { type, ...data }, type);
  send('response.created', { response: { ...base, status: 'in_progress', output: [], usage: null } });
  output.forEach((item, output_index) => {
    send('response.output_item.added', { output_index, item });
    if ('content' in item)
      send('response.output_text.delta', { output_index, item_id: item.id, content_index: 0, delta: text });
    send('response.output_item.done', { output_index, item });
  });
  send('response.completed', { response: whole });
  response.end();
}

function messageItem(id: string, text: string) {
  const content = [{ type: 'output_text', text, annotations: [] }];
  return { type: 'message', role: 'assistant', id: `msg_${id}`, status: 'completed', content };
}

function callItem({ id, name, input }: ModelCall & { readonly id: string }) {
  const called = { call_id: id, name };
  if (typeof input === 'string') return { type: 'custom_tool_call', id: `ctc_${id}`, ...called, input };
  return { type: 'function_call', id: `fc_${id}`, ...called, arguments: JSON.stringify(input) };
}
