/** The names of a new flow in code, in titles and in addresses. */
export type FlowNames = { id: string; type: string; title: string; path: string };

/**
 * The names of a flow from the one given: `wait-list` and `waitList` are `waitList`, `WaitList`, `Wait list`,
 * `/wait-list`.
 */
export function flowNamesFrom(given: string): FlowNames {
  const id = given.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const words = id.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return {
    id,
    type: id.charAt(0).toUpperCase() + id.slice(1),
    title: words.charAt(0).toUpperCase() + words.slice(1),
    path: `/${words.replaceAll(' ', '-')}`,
  };
}

/** The files of a new flow, by their paths: a machine with two states, and everything that tests and shows it. */
export function flowFiles({ id, type, title, path }: FlowNames): Record<string, string> {
  return {
    [`machines/${id}/${id}.machine.ts`]: `import { setup } from 'xstate';

export const ${id}Actors = {};

/** ${title}: what it is for, and where it is specified. */
export const ${id}Machine = setup({
  types: { events: {} as { type: 'joined' } | { type: 'left' } },
}).createMachine({
  id: '${id}',
  initial: 'out',
  states: {
    out: { description: 'The visitor has not joined.', on: { joined: 'in' } },
    in: { description: 'The visitor has joined.', on: { left: 'out' } },
  },
});
`,
    [`machines/${id}/${id}.cases.ts`]: `import type { Cases } from '../paths/index.ts';
import type { ${id}Actors, ${id}Machine } from './${id}.machine.ts';

export const ${id}Cases = {
  events: {
    joined: { 'by the button': {} },
    left: { 'by the button': {} },
  },
  outcomes: {},
  project: () => null,
} satisfies Cases<typeof ${id}Machine, typeof ${id}Actors>;
`,
    [`machines/${id}/${id}.journeys.ts`]: `import type { Journey } from '../paths/index.ts';
import type { ${id}Cases } from './${id}.cases.ts';

/** ${title} as it is specified, by hand. */
export const ${id}Journeys: readonly Journey<typeof ${id}Cases>[] = [
  {
    title: 'a visitor joins and leaves again',
    steps: [
      ['joined: by the button', 'in'],
      ['left: by the button', 'out'],
    ],
  },
];
`,
    [`machines/${id}/${id}.properties.ts`]: `import type { Property } from '../paths/index.ts';
import type { ${id}Machine } from './${id}.machine.ts';

/** Rules that hold in every state of the flow, by hand. */
export const ${id}Properties: readonly Property<typeof ${id}Machine>[] = [];
`,
    [`machines/${id}/${id}.flow.ts`]: `import { defineFlow } from '../paths/index.ts';
import { ${id}Cases } from './${id}.cases.ts';
import { ${id}Journeys } from './${id}.journeys.ts';
import { ${id}Actors, ${id}Machine } from './${id}.machine.ts';
import { ${id}Properties } from './${id}.properties.ts';

export const ${id}Flow = defineFlow({
  id: '${id}',
  title: '${title}',
  purpose: 'A visitor joins and leaves.',
  page: '${path}',
  machine: ${id}Machine,
  actors: ${id}Actors,
  cases: ${id}Cases,
  journeys: ${id}Journeys,
  properties: ${id}Properties,
});
`,
    [`src/screens/${id}/${id}.seo.ts`]: `import { type Seo, pageTitle } from '../../content/pageSeo.ts';

/** The title, the description and the address of the page for search engines. */
export const ${id}Seo: Seo = {
  title: pageTitle('${title}'),
  description: 'Say here in a sentence what the page is for.',
  path: '${path}',
};
`,
    [`src/flows/${id}.ts`]: `import { ${id}Machine } from '../../machines/${id}/${id}.machine.ts';
import type { SiteFlow } from './useFlow.ts';

/** ${title} as the site runs it. */
export const ${id}: SiteFlow<typeof ${id}Machine> = { id: '${id}', machine: ${id}Machine };
`,
    [`src/screens/${id}/${type}Screen.tsx`]: `import { Seo } from '../../components/Seo.tsx';
import { ${id} } from '../../flows/${id}.ts';
import { useFlow } from '../../flows/useFlow.ts';
import { ${id}Seo } from './${id}.seo.ts';

/** ${title}. */
export function ${type}Screen() {
  const { snapshot, send, rootProps } = useFlow(${id});
  const isIn = snapshot.matches('in');
  return (
    <section className="page narrow" {...rootProps}>
      <Seo {...${id}Seo} />
      <h1>${title}</h1>
      <p>Say here what this page is for, what a visitor gets by joining, and what happens with what they tell you.</p>
      <p>{isIn ? 'You have joined.' : 'You have not joined yet.'}</p>
      <button type="button" className="button" onClick={() => send({ type: isIn ? 'left' : 'joined' })}>
        {isIn ? 'Leave' : 'Join'}
      </button>
    </section>
  );
}
`,
    [`machines/${id}/${id}.checks.ts`]: `import type { Checks } from '../checks/checks.types.ts';
import { text } from '../checks/expectations.ts';
import { pressed } from '../checks/focus.ts';

export const ${id}Checks: Checks = {
  focus: { out: pressed('button Join', 'left'), in: pressed('button Leave', 'joined') },
  states: {
    out: () => [text('You have not joined yet.')],
    in: () => [text('You have joined.')],
  },
};
`,
    [`tests/drivers/${id}.driver.ts`]: `import { ${id}Cases } from '../../machines/${id}/${id}.cases.ts';
import { ${id}Checks } from '../../machines/${id}/${id}.checks.ts';
import { defineDriver } from './driver.ts';

export const ${id}Driver = defineDriver(${id}Cases, {
  events: {
    joined: ({ user }) => user.press('Join'),
    left: ({ user }) => user.press('Leave'),
  },
  outcomes: {},
  checks: ${id}Checks,
});
`,
  };
}
