import { handleRequest, type PlannerRequest, type PlannerResponse } from './planner.ts';

async function respondTo(request: PlannerRequest): Promise<PlannerResponse> {
  try {
    return { result: await handleRequest(request) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

self.onmessage = async ({ data, ports: [port] }: MessageEvent<PlannerRequest>) => {
  port?.postMessage(await respondTo(data));
};
