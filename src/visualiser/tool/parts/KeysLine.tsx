import { KEYS } from '../keys.ts';

/** The line that lists the keys, with the button that switches them off and on. */
export function KeysLine({ areKeysOn, onToggle }: { areKeysOn: boolean; onToggle: () => void }) {
  return (
    <div className="keys-line">
      <button type="button" className="toggle" aria-pressed={areKeysOn} onClick={onToggle}>
        Keys
      </button>
      <p className="hint">
        {areKeysOn
          ? KEYS.map(({ key, name, does }) => (
              <span key={key} title={does}>
                <kbd>{key.toUpperCase()}</kbd> {name}{' '}
              </span>
            ))
          : 'H, S and X do nothing.'}
      </p>
    </div>
  );
}
