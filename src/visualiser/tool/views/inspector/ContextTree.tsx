import { tagText } from '../../../../../machines/visualiser/displayData.ts';

const textOf = (value: unknown): string => tagText(value) ?? JSON.stringify(value) ?? 'undefined';

/** A value as JSON; an object or a list as its content, each value by its key. */
function Value({ value, before }: { value: unknown; before: unknown }) {
  const isNested =
    typeof value === 'object' && value !== null && Object.keys(value).length > 0 && tagText(value) === null;
  if (isNested) return <Parts of={value} before={before} />;
  const [text, old] = [textOf(value), textOf(before)];
  return text === old ? (
    <code>{text}</code>
  ) : (
    <>
      {before !== undefined && <del>{old}</del>} <ins>{text}</ins>
    </>
  );
}

function Parts({ of, before }: { of: object; before: unknown }) {
  const known = Object(before);
  return (
    <ul className="context-tree">
      {Object.entries(of).map(([key, value]) => (
        <li key={key}>
          <span className="context-key">{key.replace(/^@/, '')}</span>{' '}
          <Value value={value} before={known[key]} />
        </li>
      ))}
    </ul>
  );
}

type Props = {
  context: Record<string, unknown>;
  /** The context before the last event, from which it differs. */
  before: Record<string, unknown>;
};

/** A context as a tree, with the differences from the one before. */
export const ContextTree = ({ context, before }: Props) =>
  Object.keys(context).length === 0 ? (
    <p className="note">The context is empty.</p>
  ) : (
    <Parts of={context} before={before} />
  );
