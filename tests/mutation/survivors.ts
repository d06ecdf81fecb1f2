/** A mutant that no test can notice, named by texts as `npm run mutate` prints them. */
export type Survivor = {
  file: string;
  /** The line on which it begins. */
  line: string;
  /** `original → replacement` */
  change: string;
  /** Why it makes no difference. */
  reason: string;
};

/**
 * The mutants that may survive `npm run mutate -- <files>`. It fails where another one survives, and where one of these
 * is noticed or gone.
 */
export const survivors: readonly Survivor[] = [
  {
    file: 'server/payments/proof.ts',
    line: "const [, orderId = '', paymentId = '', signature = ''] = PROOF_HEADER_PATTERN.exec(S…",
    change: '[] → ["Stryker was here"]',
    reason: 'The first item of a match is the whole header, which is left out.',
  },
  {
    file: 'server/submissions/erase.ts',
    line: 'const emails = [...(person.emails ?? []), ...registrations.map(({ email }) => email)];',
    change: '[] → ["Stryker was here"]',
    reason: 'No order has that address.',
  },
  {
    file: 'server/payments/listOrders.ts',
    line: "let lastKey = ['-infinity', ''];",
    change: `'' → "Stryker was here!"`,
    reason: 'No order was created at the beginning of all time, so that none is compared by its id.',
  },
  {
    file: 'server/config.ts',
    line: "const [address = '', bits = '0', ...rest] = each.trim().split('/');",
    change: `'' → "Stryker was here!"`,
    reason: 'A text that is split has a first part.',
  },
  {
    file: 'server/http/callCounters.ts',
    line: "keyGenerator: (request) => keys.get(request) ?? '',",
    change: `'' → "Stryker was here!"`,
    reason: 'Each request has its key before it is counted.',
  },
  {
    file: 'server/http/clientErrors.ts',
    line: "endWithError(socket, statusOfCode[errorCode(error) ?? ''] ?? 400);",
    change: `'' → "Stryker was here!"`,
    reason: 'No error has the text as its code, as none has the empty one.',
  },
  {
    file: 'server/http/clientErrors.ts',
    line: "...securityHeaders('/', noRequirements),",
    change: `'/' → ""`,
    reason: 'The path of every page but the one that pays has these headers.',
  },
  {
    file: 'server/http/connections.ts',
    line: 'onClosed?.();',
    change: 'onClosed?.() → onClosed()',
    reason: 'Fastify responds to an error of a hook, here on a connection that is closed.',
  },
  {
    file: 'server/http/errorResponses.ts',
    line: 'return error instanceof HttpError ? error : frameworkErrors[errorCode(error) ?? …',
    change: `'' → "Stryker was here!"`,
    reason: 'No error has the text as its code, as none has the empty one.',
  },
  {
    file: 'server/http/loadShedding.ts',
    line: "function reasonToShed({ method, routeOptions: { url = '' } }: FastifyRequest): S…",
    change: `'' → "Stryker was here!"`,
    reason: 'No pattern of a route matches the text, as none matches the empty one.',
  },
  {
    file: 'server/http/loadShedding.ts',
    line: "...securityHeaders('/', noRequirements),",
    change: `'/' → ""`,
    reason: 'The path of every page but the one that pays has these headers.',
  },
  {
    file: 'server/http/requestLimits.ts',
    line: "case 'none':",
    change: `'none' → ""`,
    reason: 'Evidence without a case has no value, which counts as false.',
  },
  {
    file: 'server/http/requestLimits.ts',
    line: 'export const routeOf = ({ routeOptions }: FastifyRequest): string => routeOption…',
    change: `'' → "Stryker was here!"`,
    reason: 'What is counted is a call to a route, which has a path.',
  },
  {
    file: 'server/http/securityHeaders.ts',
    line: 'const pages = [PAYMENT_PAGE, ...(requirements.visualiser ? [VISUALISER_PAGE] : […',
    change: '[] → ["Stryker was here"]',
    reason: 'Every other page has the sources that all pages have.',
  },
  {
    file: 'server/http/securityHeaders.ts',
    line: "...securityHeaders('/', requirements),",
    change: `'/' → ""`,
    reason: 'The path of every page but the one that pays has these headers.',
  },
  {
    file: 'server/http/staticFiles.ts',
    line: "const encoding = negotiate(headers['accept-encoding'] ?? '', variants.encodings)…",
    change: `'' → "Stryker was here!"`,
    reason: 'Neither text is the name of an encoding.',
  },
  {
    file: 'server/http/staticFiles.ts',
    line: "const type = TYPES[extname(name)] ?? 'application/octet-stream';",
    change: `'application/octet-stream' → ""`,
    reason: 'Fastify sends a buffer without a type as one of that type.',
  },
  {
    file: 'server/http/siteRequirements.ts',
    line: "const document = (await readOptionalFile(join(siteDir, 'index.html'))) ?? '';",
    change: `'' → "Stryker was here!"`,
    reason: 'The text has no scripts, as the empty one has none.',
  },
  {
    file: 'server/http/siteRequirements.ts',
    line: "([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')…",
    change: `'' → "Stryker was here!"`,
    reason: 'A match always has the code between the tags.',
  },
  {
    file: 'server/mail/worker.ts',
    line: "throw new SendError('temporary', errorCode(error) ?? name);",
    change: '\'temporary\' → ""',
    reason: 'The worker asks whether a failure is permanent or unreachable; any other one is temporary.',
  },
  {
    file: 'server/database/embeddedConnection.ts',
    line: 'const position = Number(row?.position);',
    change: 'row?.position → row.position',
    reason: 'The statement that flushes always has a row.',
  },
  {
    file: 'server/database/directoryLock.ts',
    line: 'if (inode === socket?.inode) return undefined;',
    change: 'socket?.inode → socket.inode',
    reason: 'A lock that can be maintained has its socket.',
  },
  {
    file: 'server/database/directoryLock.ts',
    line: 'await former?.close();',
    change: 'former?.close → former.close',
    reason: 'A lock that can be maintained has its socket.',
  },
  {
    file: 'server/database/database.ts',
    line: 'if (isMismatch && (await schemaVersion(database)) > latestVersion) await checkSc…',
    change:
      '(await schemaVersion(database)) > latestVersion → (await schemaVersion(database)) >= latestVersion',
    reason: 'A schema of the latest version passes the check.',
  },
  {
    file: 'server/database/advisoryLocks.ts',
    line: "const { rows } = await mutex('', () =>",
    change: `'' → "Stryker was here!"`,
    reason: 'All share one key, whatever it is.',
  },
  {
    file: 'server/backup/snapshot.ts',
    line: 'return row?.lastId ?? null;',
    change: 'row?.lastId → row.lastId',
    reason: 'A statement that reads no table always has a row.',
  },
  {
    file: 'server/submissions/parseSince.ts',
    line: String.raw`const TIME_WITH_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+…`,
    change: String.raw`/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/ → /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})/`,
    reason: 'A Date takes no text that goes on after the zone.',
  },
  {
    file: 'server/simulator/store.ts',
    line: 'if (!remaining || !order) return undefined;',
    change: '!remaining || !order → !remaining && !order',
    reason: 'A payment refers to an order, which is never deleted.',
  },
  {
    file: 'server/program.ts',
    line: "function paymentLine(simulated: boolean, keyId = ''): string {",
    change: `'' → "Stryker was here!"`,
    reason: 'Neither text is the key of a test mode.',
  },
  {
    file: 'src/browser/service.ts',
    line: String.raw`const isJson = /\bapplication\/json\b/i.test(response.headers.get('content-type'…`,
    change: `'' → "Stryker was here!"`,
    reason: 'Neither text is a type of content.',
  },
  {
    file: 'src/browser/draft.ts',
    line: 'value !== null &&',
    change: 'value !== null → true',
    reason: 'Asking null for a property throws, and an error counts as no draft.',
  },
  {
    file: 'src/prerender/inlineScript.ts',
    line: "const [chunk, ...others] = [built].flat().flatMap((each) => ('output' in each ? e…",
    change: '[] → ["Stryker was here"]',
    reason: 'A build that does not watch its files has an output.',
  },
  {
    file: 'src/prerender/prerenderPlugin.ts',
    line: "name: 'recorded-imports',",
    change: `'recorded-imports' → ""`,
    reason: 'Vite names a plugin in its messages only.',
  },
  {
    file: 'src/prerender/prerenderPlugin.ts',
    line: "logLevel: 'warn',",
    change: `'warn' → ""`,
    reason: 'It says only what Vite prints.',
  },
  {
    file: 'src/prerender/rootFiles.ts',
    line: 'const category = /^\\/blog\\/category\\/(.+)/.exec(path)?.[1];',
    change: '/^\\/blog\\/category\\/(.+)/ → /\\/blog\\/category\\/(.+)/',
    reason: 'No other path of a page contains the one of the categories.',
  },
  {
    file: 'machines/paths/actorModels.ts',
    line: "export const idOf = (path: readonly string[]): string => path.at(-1) ?? '';",
    change: `'' → "Stryker was here!"`,
    reason: 'Only the machine has an empty path, and it is asked for no id.',
  },
  {
    file: 'machines/paths/xstateInternals.ts',
    line: 'and: checkOf(and([])),',
    change: '[] → ["Stryker was here"]',
    reason: 'Only the check of the guard is read, never its operands.',
  },
  {
    file: 'machines/paths/xstateInternals.ts',
    line: 'or: checkOf(or([])),',
    change: '[] → ["Stryker was here"]',
    reason: 'Only the check of the guard is read, never its operands.',
  },
  {
    file: 'machines/paths/xstateInternals.ts',
    line: 'not: checkOf(not(() => true)),',
    change: '() => true → () => undefined',
    reason: 'Only the check of the guard is read, never its operand.',
  },
  {
    file: 'machines/paths/xstateInternals.ts',
    line: 'not: checkOf(not(() => true)),',
    change: 'true → false',
    reason: 'Only the check of the guard is read, never its operand.',
  },
  {
    file: 'machines/paths/xstateInternals.ts',
    line: "stateIn: checkOf(stateIn('')),",
    change: `'' → "Stryker was here!"`,
    reason: 'Only the check of the guard is read, never its state.',
  },
  {
    file: 'machines/paths/xstateInternals.ts',
    line: "typeof check === 'function' &&",
    change: "typeof check === 'function' → true",
    reason: 'The check of a composed guard is a function.',
  },
  {
    file: 'machines/paths/xstateInternals.ts',
    line: 'Object.assign(() => false, {',
    change: '() => false → () => undefined',
    reason: 'XState calls the check of a guard that has one.',
  },
  {
    file: 'machines/paths/xstateInternals.ts',
    line: 'Object.assign(() => false, {',
    change: 'false → true',
    reason: 'XState calls the check of a guard that has one.',
  },
  {
    file: 'machines/paths/xstateInternals.ts',
    line: 'Object.assign(() => false, { check: guardChecks()[kind], guards: operands });',
    change: '() => false → () => undefined',
    reason: 'XState calls the check of a guard that has one.',
  },
  {
    file: 'machines/paths/xstateInternals.ts',
    line: 'Object.assign(() => false, { check: guardChecks()[kind], guards: operands });',
    change: 'false → true',
    reason: 'XState calls the check of a guard that has one.',
  },
  {
    file: 'machines/paths/xstateInternals.ts',
    line: ': (definition.source.transitions.get(definition.eventType) ?? []);',
    change: '[] → ["Stryker was here"]',
    reason: 'A transition is one of those of its source.',
  },
  {
    file: 'machines/paths/xstateInternals.ts',
    line: 'return node.parent?.states[name];',
    change: 'node.parent?.states → node.parent.states',
    reason: 'A history state has a parent.',
  },
  {
    file: 'machines/paths/xstateInternals.ts',
    line: 'fromTransition((state) => state, null),',
    change: '(state) => state → () => undefined',
    reason: 'Only the system of the actor is used, which never starts.',
  },
  {
    file: 'machines/paths/xstateInternals.ts',
    line: 'const lineage = (node: AnyStateNode): AnyStateNode[] => [node, ...(node.parent ?…',
    change: '[] → ["Stryker was here"]',
    reason: 'Neither a text nor the root, which all states share, has eventless transitions of its own.',
  },
  {
    file: 'machines/paths/unreachable.ts',
    line: 'const steps = pathTo(this.#graph, stateName(snapshot)) ?? [];',
    change: '[] → ["Stryker was here"]',
    reason: 'A path leads to every state of a graph.',
  },
  {
    file: 'src/visualiser/messages/pageMessages.ts',
    line: "{ type: 'categoryChosen', payload: { category: 'a category without openings' } }…",
    change: `'a category without openings' → ""`,
    reason: 'No opening has either category.',
  },
  {
    file: 'src/visualiser/parts/PathResult.tsx',
    line: 'const failure = await savedFailure({ flow, level, path }).catch(() => null);',
    change: '() => null → () => undefined',
    reason: 'Only whether there is a failure is asked.',
  },
  {
    file: 'machines/paths/roundTrips.ts',
    line: 'for (const edge of graph.states.get(key)?.edges ?? []) {',
    change: '[] → ["Stryker was here"]',
    reason: 'Every key of an edge is that of a state of the graph.',
  },
  {
    file: 'machines/paths/roundTrips.ts',
    line: 'for (const edge of graph.states.get(key)?.edges ?? []) {',
    change: 'graph.states.get(key)?.edges → graph.states.get(key).edges',
    reason: 'Every key of an edge is that of a state of the graph.',
  },
  {
    file: 'machines/paths/counterexample.ts',
    line: 'const snapshotAt = (key: string) => graph.states.get(key)?.snapshot;',
    change: 'graph.states.get(key)?.snapshot → graph.states.get(key).snapshot',
    reason: 'Every key that is asked for is that of a state of the graph.',
  },
  {
    file: 'machines/paths/mutateTransitions.ts',
    line: "const wrong = anotherTarget(nameOf(target ?? ''), targets);",
    change: `'' → "Stryker was here!"`,
    reason: 'No target has either name.',
  },
  {
    file: 'src/visualiser/connection/guardResults.ts',
    line: 'const guardResults: string[] = [];',
    change: '[] → ["Stryker was here"]',
    reason: 'It is emptied before each evaluation.',
  },
  {
    file: 'src/visualiser/flows/run.ts',
    line: "if (!run || !step) throw new Error(run?.problem ?? 'No case of the flow leads th…",
    change: 'run?.problem → run.problem',
    reason: 'A step is performed of a run.',
  },
  {
    file: 'src/visualiser/flows/run.ts',
    line: 'if (context.run) restoreEnvironment(context.run, isOver);',
    change: 'context.run → true',
    reason: 'Only a run that has begun ends.',
  },
];
