import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';

/** Runs commands one after the other, each as in a process of its own, though what they share is loaded once. */

/** Ends a command in the place of the process. */
const exited = Symbol('exited');
process.exit = (code) => {
  process.exitCode = code ?? process.exitCode;
  throw exited;
};

let count = 0;

async function run({ file, options, env }) {
  const chunks = { stdout: [], stderr: [] };
  for (const name of ['stdout', 'stderr']) {
    process[name].removeAllListeners('error');
    process[name].write = (chunk) => {
      chunks[name].push(Buffer.from(chunk));
      return true;
    };
  }
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, file, ...options];
  process.exitCode = 0;
  count += 1;
  try {
    await import(`${pathToFileURL(file)}?run=${count}`);
  } catch (error) {
    if (error !== exited) {
      process.exitCode = 1;
      console.error(error);
    }
  }
  const textOf = (name) => Buffer.concat(chunks[name]).toString();
  return { out: textOf('stdout'), err: textOf('stderr'), code: process.exitCode };
}

parentPort.on('message', async (command) => parentPort.postMessage(await run(command)));
