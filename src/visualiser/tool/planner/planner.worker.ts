import { handleRequest, type PlannerRequest, type PlannerResponse } from './planner.ts';

function respondTo(request: PlannerRequest): PlannerResponse {
  try {
    return { result: handleRequest(request) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

self.onmessage = ({ data, ports: [port] }: MessageEvent<PlannerRequest>) => {
  port?.postMessage(respondTo(data));
};
