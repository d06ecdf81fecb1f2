import { handleRequest, type PlannerRequest, type PlannerResponse } from './planner.ts';

function respondTo(id: number, request: PlannerRequest): PlannerResponse {
  try {
    return { id, result: handleRequest(request) };
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : String(error) };
  }
}

self.onmessage = ({ data }: MessageEvent<{ id: number; request: PlannerRequest }>) => {
  self.postMessage(respondTo(data.id, data.request));
};
