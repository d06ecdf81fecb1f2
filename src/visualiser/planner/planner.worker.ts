import { answerTo, type Question } from './planner.ts';

self.onmessage = ({ data }: MessageEvent<{ id: number; question: Question }>) => {
  self.postMessage({ id: data.id, answer: answerTo(data.question) });
};
