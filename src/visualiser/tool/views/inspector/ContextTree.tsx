import { tagText } from '../../../../../machines/visualiser/displayData.ts';
import { pathWith } from '../../../../../machines/visualiser/expression.ts';
import { valueText } from '../../model/contextChanges.ts';

type PartProps<Part> = {
  of: Part;
  before: unknown;
  /** Its expression. */
  path: string;
  onPress?: ((path: string) => void) | undefined;
};

/** A value as JSON, which can be pressed; an object or a list as its content, each value by its key. */
function Value(props: PartProps<unknown>) {
  const { of: value, before, path, onPress } = props;
  const isNested =
    typeof value === 'object' && value !== null && Object.keys(value).length > 0 && tagText(value) === null;
  if (isNested) return <Parts {...props} of={value} />;
  const [text, old] = [valueText(value), valueText(before)];
  const shown = text === old ? <code>{text}</code> : <ins>{text}</ins>;
  return (
    <>
      {text !== old && before !== undefined && <del>{old}</del>}{' '}
      {onPress ? (
        <button
          type="button"
          className="context-value"
          aria-label={`${path} ${text}`}
          title="Which event changed it"
          onClick={() => onPress(path)}
        >
          {shown}
        </button>
      ) : (
        shown
      )}
    </>
  );
}

function Parts({ of, before, path, onPress }: PartProps<object>) {
  const known = Object(before);
  return (
    <ul className="context-tree">
      {Object.entries(of).map(([key, value]) => (
        <li key={key}>
          <span className="context-key">{key.replace(/^@/, '')}</span>{' '}
          <Value of={value} before={known[key]} path={pathWith(path, key)} onPress={onPress} />
        </li>
      ))}
    </ul>
  );
}

type Props = {
  context: Record<string, unknown>;
  /** The context before the last event, from which it differs. */
  before: object;
  /** Is given the expression of the value that is pressed; without it none can be. */
  onPress?: ((path: string) => void) | undefined;
};

/** A context as a tree, with the differences from the one before. */
export const ContextTree = ({ context, before, onPress }: Props) =>
  Object.keys(context).length === 0 ? (
    <p className="note">The context is empty.</p>
  ) : (
    <Parts of={context} before={before} path="context" onPress={onPress} />
  );
