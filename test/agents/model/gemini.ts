// Gemini's generateContent, whole or as a stream.
import type { ServerResponse } from 'node:http';
import { type Answer, type ModelApi, type Question, sendEvent, sendJson, TOKENS, textOf } from './modelApi';

interface Part {
  readonly text?: string;
  readonly functionResponse?: { readonly response?: Readonly<Record<string, unknown>> };
}
interface Body {
  readonly contents?: readonly { readonly role?: string; readonly parts?: readonly Part[] }[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name?: string }[] }[];
  readonly generationConfig?: { readonly responseMimeType?: string };
}

const PATH = /\/models\/([^/:]+):(generateContent|streamGenerateContent)$/;

export const gemini: ModelApi = {
  question: (path, body) => {
    const [, model, method] = PATH.exec(path) ?? [];
    if (model === undefined) return null;
    return questionOf(body as Body, model, method === 'streamGenerateContent');
  },
  answer,
  otherwise: (path) => (path.endsWith(':countTokens') ? { totalTokens: TOKENS.input } : undefined),
};

function questionOf(
  { contents = [], tools = [], generationConfig = {} }: Body,
  model: string,
  streams: boolean,
): Question {
  const first = contents.findIndex(({ role }) => role === 'model');
  const before = first < 0 ? contents : contents.slice(0, first);
  const last = contents.findLastIndex(({ role }) => role === 'model');
  const declared = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations);
  // An answer in a form of its own is wanted by the client for itself.
  const isOwn = generationConfig.responseMimeType !== undefined;
  return {
    prompt: before.map(({ parts }) => textOf(parts)).join('\n'),
    tools: isOwn ? [] : declared.map(({ name = '' }) => name),
    results: contents
      .slice(last + 1)
      .flatMap(({ parts = [] }) => parts)
      .flatMap(({ functionResponse }) => (functionResponse === undefined ? [] : [functionResponse.response]))
      .map((result) => JSON.stringify(result)),
    model,
    streams,
  };
}

function answer(response: ServerResponse, { id, model, text, calls }: Answer, streams: boolean): void {
  const parts = [
    ...(text === undefined ? [] : [{ text }]),
    ...calls.map(({ id, name, input }) => ({ functionCall: { id, name, args: input } })),
  ];
  const whole = {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
    usageMetadata: {
      promptTokenCount: TOKENS.input,
      candidatesTokenCount: TOKENS.output,
      totalTokenCount: TOKENS.input + TOKENS.output,
    },
    modelVersion: model,
    responseId: id,
  };
  if (!streams) {
    sendJson(response, whole);
    return;
  }
  sendEvent(response, whole);
  response.end();
}
