// OpenAI's Chat Completions, which many agents speak to models that are not their vendor's.
import type { ServerResponse } from 'node:http';
import {
  type Answer,
  type Content,
  type ModelApi,
  type Question,
  sendEvent,
  sendJson,
  TOKENS,
  textOf,
} from './modelApi';

interface Body {
  readonly model?: string;
  readonly stream?: boolean;
  readonly tools?: readonly { readonly function?: { readonly name?: string } }[];
  readonly messages?: readonly { readonly role: string; readonly content?: Content }[];
}

export const openAiChat: ModelApi = {
  question: (path, body) => (path === '/v1/chat/completions' ? questionOf(body as Body) : null),
  answer,
  otherwise: (path) =>
    path === '/v1/models'
      ? { object: 'list', data: [{ id: 'scripted', object: 'model', owned_by: 'script' }] }
      : undefined,
};

function questionOf({ model = 'scripted', stream = false, tools = [], messages = [] }: Body): Question {
  const first = messages.findIndex(({ role }) => role === 'assistant');
  const before = first < 0 ? messages : messages.slice(0, first);
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  const said = (all: typeof messages, by: string) =>
    all.filter(({ role }) => role === by).map(({ content }) => textOf(content));
  return {
    prompt: said(before, 'user').join('\n'),
    tools: tools.map((tool) => tool.function?.name ?? ''),
    results: said(messages.slice(last + 1), 'tool'),
    model,
    streams: stream,
  };
}

function answer(response: ServerResponse, { id, model, text, calls }: Answer, streams: boolean): void {
  const base = { id: `chatcmpl-${id}`, created: Math.floor(Date.now() / 1000), model };
  const tool_calls = calls.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  const finish_reason = calls.length === 0 ? 'stop' : 'tool_calls';
  const usage = {
    prompt_tokens: TOKENS.input,
    completion_tokens: TOKENS.output,
    total_tokens: TOKENS.input + TOKENS.output,
  };
  if (!streams) {
    const message = {
      role: 'assistant',
      content: text ?? null,
      ...(calls.length === 0 ? {} : { tool_calls }),
    };
    const choices = [{ index: 0, message, finish_reason }];
    sendJson(response, { ...base, object: 'chat.completion', choices, usage });
    return;
  }
  const send = (choices: readonly object[], more: object = {}) =>
    sendEvent(response, { ...base, object: 'chat.completion.chunk', choices, ...more });
  const choose = (delta: object, reason: string | null = null) =>
    send([{ index: 0, delta, finish_reason: reason }]);
  choose({ role: 'assistant', content: text ?? '' });
  tool_calls.forEach((call, index) => void choose({ tool_calls: [{ index, ...call }] }));
  choose({}, finish_reason);
  send([], { usage });
  sendEvent(response, '[DONE]');
  response.end();
}
