/** The scenarios of the payment simulator by name, each with a description. */
export const scenarios = {
  success: 'The buttons do what they say.',
  'fail-then-succeed': 'The first Pay on an order is declined, the next one succeeds.',
  'fail-then-dismiss': 'Pay is declined and the window then closes by itself.',
  dismiss: 'Pay closes the window as if the customer had given up; nothing is paid.',
  vanish: 'Pay makes the window disappear without calling anyone; nothing is paid.',
  'captured-after-close': 'The window is closed without a success, and the payment is captured all the same.',
  'authorized-late': 'Pay is declined, and authorized all the same; it is captured a minute later.',
  'lost-callback': 'Pay is captured and the window disappears without calling anyone.',
  'script-missing': 'The checkout script answers 404.',
  'script-without-global': 'The checkout script loads and defines nothing.',
  'script-slow': 'The checkout script takes ten seconds to arrive.',
  'constructor-throws': 'Making the checkout throws.',
  'webhook-duplicated': 'Every webhook is delivered twice.',
  'webhook-reordered':
    'Webhooks arrive late ones first, each twice, with a failed attempt after the capture.',
} as const;

export type Scenario = keyof typeof scenarios;

export function isScenario(name: unknown): name is Scenario {
  return typeof name === 'string' && Object.hasOwn(scenarios, name);
}
