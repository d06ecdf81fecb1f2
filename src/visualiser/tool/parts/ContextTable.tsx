import type { ContextChange } from '../displayedValues.ts';

type Props = {
  /** The head of the column with the paths of the values. */
  title: string;
  changes: readonly ContextChange[];
};

/** Values of a context, before and after. */
export function ContextTable({ title, changes }: Props) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">before</th>
          <th scope="col">after</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ path, before, after, isChanged }) => (
          <tr key={path} className={isChanged ? 'changed' : undefined}>
            <th scope="row">{path}</th>
            <td>{before}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
