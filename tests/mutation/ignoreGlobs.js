/** Plugin of StrykerJS that leaves out the arguments of `import.meta.glob`, which Vite reads before the program runs. */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'globs',
    value: {
      shouldIgnore: ({ node }) =>
        node.type === 'CallExpression' &&
        node.callee.type === 'MemberExpression' &&
        node.callee.object.type === 'MetaProperty' &&
        node.callee.property.name === 'glob'
          ? 'Vite reads the arguments before the program runs.'
          : undefined,
    },
  },
];
