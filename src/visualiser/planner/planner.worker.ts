import { answerTo, type Question, type Reply } from './planner.ts';

function replyTo(id: number, question: Question): Reply {
  try {
    return { id, answer: answerTo(question) };
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : String(error) };
  }
}

self.onmessage = ({ data }: MessageEvent<{ id: number; question: Question }>) => {
  self.postMessage(replyTo(data.id, data.question));
};
