import { parentPort } from 'node:worker_threads';
import type { Question } from './protocol';
import { RowAnswers } from './rowAnswers';
import { loadSqlite } from './sqlite';

const answers = new RowAnswers(loadSqlite());

parentPort?.on('message', (question: Question) => parentPort?.postMessage(answers.answer(question)));
