import { createRequire } from 'node:module';
import { Worker as NodeWorker } from 'node:worker_threads';
import ELK from 'elkjs/lib/elk-api.js';

const workerPath = createRequire(import.meta.url).resolve('elkjs/lib/elk-worker.min.js');

/** The worker of ELK expects the globals of a browser's. */
const CODE = `
const { parentPort } = require('node:worker_threads');
globalThis.self = globalThis;
self.postMessage = (data) => parentPort.postMessage(data);
require(${JSON.stringify(workerPath)});
parentPort.on('message', (data) => self.onmessage({ data }));
`;

/** A worker of Node with the interface of a browser's. */
class ElkWorker extends EventTarget implements Worker {
  readonly #worker = new NodeWorker(CODE, { eval: true });
  onmessage: Worker['onmessage'] = null;
  onmessageerror: Worker['onmessageerror'] = null;
  onerror: Worker['onerror'] = null;

  constructor() {
    super();
    this.#worker.unref();
    this.#worker.on('message', (data) => this.onmessage?.(new MessageEvent('message', { data })));
  }

  postMessage(data: unknown): void {
    // A worker without references ends with the program, but not while something is awaited of it.
    this.#worker.ref();
    this.#worker.once('message', () => this.#worker.unref());
    this.#worker.postMessage(data);
  }

  terminate(): void {
    void this.#worker.terminate();
  }
}

/** Starts ELK in a worker, which can be terminated while it lays something out. */
export const startElk = () => new ELK({ algorithms: ['layered'], workerFactory: () => new ElkWorker() });
