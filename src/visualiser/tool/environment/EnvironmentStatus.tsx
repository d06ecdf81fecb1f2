import type { EnvironmentContext } from '../../../../machines/visualiser/visualiserEnvironment/visualiserEnvironment.types.ts';
import { focusById } from '../../../browser/focus.ts';
import type { VisualiserFlows } from '../visualiserFlows.ts';

const ID = 'environment-status';

/** Returns what of the environment is not as in the browser. */
function changes({ settings, left }: Pick<EnvironmentContext, 'settings' | 'left'>): string[] {
  const { network, locale, colorScheme, reducedMotion } = settings;
  const answers = left.reduce((sum, times) => sum + times, 0);
  return [
    network === 'normal' ? null : `${network} network`,
    answers === 0 ? null : `${answers} ${answers === 1 ? 'answer' : 'answers'} set`,
    locale,
    colorScheme,
    reducedMotion === 'reduce' ? 'reduced motion' : reducedMotion && 'full motion',
  ].filter((change) => change !== null);
}

/** Says in the head of the visualiser what is set of the page's environment, with a button that ends it. */
export function EnvironmentStatus({ snapshot, send }: VisualiserFlows['environment']) {
  const set = changes(snapshot.context);
  const isSet = set.length > 0;
  return (
    <div className="environment-status">
      <p id={ID} role="status" tabIndex={-1}>
        {isSet && `The page has: ${set.join(', ')}.`}
      </p>
      {isSet && (
        <button
          type="button"
          onClick={() => {
            send({ type: 'reset' });
            focusById(ID);
          }}
        >
          As the browser is
        </button>
      )}
    </div>
  );
}
