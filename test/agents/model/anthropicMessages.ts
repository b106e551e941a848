// Anthropic's Messages API, as much of it as agents need.
import type { ServerResponse } from 'node:http';
import { type Answer, type ModelApi, type Question, sendEvent, sendJson, TOKENS, textOf } from './modelApi';

interface Block {
  readonly type?: string;
  readonly text?: string;
  readonly content?: string | readonly Block[];
}
interface Body {
  readonly model?: string;
  readonly stream?: boolean;
  readonly tools?: readonly { readonly name?: string }[];
  readonly messages?: readonly { readonly role: string; readonly content: string | readonly Block[] }[];
}

const PATH = '/v1/messages';

export const anthropicMessages: ModelApi = {
  question: (path, body) => (path === PATH ? questionOf(body as Body) : null),
  answer,
  otherwise: (path) => (path === `${PATH}/count_tokens` ? { input_tokens: TOKENS.input } : undefined),
};

function questionOf({ model = 'scripted', stream = false, tools = [], messages = [] }: Body): Question {
  const first = messages.findIndex(({ role }) => role === 'assistant');
  const before = first < 0 ? messages : messages.slice(0, first);
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  return {
    prompt: before.map(({ content }) => textOf(content)).join('\n'),
    tools: tools.map(({ name = '' }) => name),
    results: messages
      .slice(last + 1)
      .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
      .filter(({ type }) => type === 'tool_result')
      .map(({ content }) => textOf(content)),
    model,
    streams: stream,
  };
}

function answer(response: ServerResponse, { id, model, text, calls }: Answer, streams: boolean): void {
  const content = [
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...calls.map(({ id, name, input }) => ({ type: 'tool_use', id: `toolu_${id}`, name, input })),
  ];
  const usage = {
    input_tokens: TOKENS.input,
    output_tokens: TOKENS.output,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  };
  const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model, stop_sequence: null, usage };
  const reason = calls.length === 0 ? 'end_turn' : 'tool_use';
  if (!streams) {
    sendJson(response, { ...message, content, stop_reason: reason });
    return;
  }
  const send = (type: string, data: object) => sendEvent(response, { type, ...data }, type);
  send('message_start', { message: { ...message, content: [], stop_reason: null } });
  content.forEach((block, index) => {
    const isText = 'text' in block;
    const empty = isText ? { ...block, text: '' } : { ...block, input: {} };
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
    send('content_block_start', { index, content_block: empty });
    send('content_block_delta', { index, delta });
    send('content_block_stop', { index });
  });
  send('message_delta', {
    delta: { stop_reason: reason, stop_sequence: null },
    usage: { output_tokens: TOKENS.output },
  });
  send('message_stop', {});
  response.end();
}
