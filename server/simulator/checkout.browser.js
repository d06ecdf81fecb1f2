// @ts-check

/**
 * The simulated provider's checkout script: a function of its settings; the server appends the call with them.
 *
 * @param {{ scenario: string, scenarios: string[] }} settings
 */
(function checkout(settings) {
  const pageScenario = new URLSearchParams(location.search).get('scenario') ?? '';
  const scenario = settings.scenarios.includes(pageScenario) ? pageScenario : settings.scenario;
  const script = document.currentScript;
  const home = script instanceof HTMLScriptElement ? script.src : location.href;

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    .simulated-payment { box-sizing: border-box; width: min(24rem, calc(100vw - 2rem)); padding: 0; border: 0;
      border-radius: 0.75rem; overflow: hidden; color: #1c2434; background: #fff;
      font: 1rem/1.5 system-ui, sans-serif; box-shadow: 0 1.5rem 4rem rgb(10 20 40 / 40%); }
    .simulated-payment::backdrop { background: rgb(15 23 42 / 65%); }
    .simulated-payment * { box-sizing: border-box; margin: 0; font: inherit; }
    .simulated-payment header { padding: 1.25rem 1.5rem; color: #fff; background: #12325c; }
    .simulated-payment h2 { font-size: 0.875rem; opacity: 0.9; }
    .simulated-payment .brand { font-size: 1.25rem; font-weight: 600; }
    .simulated-payment .body { display: grid; gap: 0.75rem; padding: 1.25rem 1.5rem 1.5rem; }
    .simulated-payment .amount { font-size: 1.75rem; font-weight: 700; }
    .simulated-payment .notice { padding: 0.5rem 0.75rem; border-radius: 0.5rem; color: #5c3d00; background: #fff4d6; }
    .simulated-payment .alert:not(:empty) { padding: 0.5rem 0.75rem; border-radius: 0.5rem; color: #8a1220; background: #fde8ea; }
    .simulated-payment button { min-height: 2.75rem; padding: 0.5rem 1rem; border: 1px solid #8793a8; border-radius: 0.5rem;
      color: #1c2434; background: #fff; cursor: pointer; }
    .simulated-payment button.pay { border-color: #0f6b3c; color: #fff; background: #0f6b3c; font-weight: 600; }
    .simulated-payment button:focus-visible { outline: 3px solid #1d6fe0; outline-offset: 2px; }
    .simulated-payment[aria-busy='true'] button { opacity: 0.6; cursor: progress; }
  `);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

  /**
   * @param {string} tag
   * @param {string} className
   * @param {string} [text]
   */
  function element(tag, className, text = '') {
    const created = document.createElement(tag);
    if (className) created.className = className;
    created.textContent = text;
    return created;
  }

  /**
   * @param {number} amount in the currency's smallest unit
   * @param {string} currency
   */
  function money(amount, currency) {
    const digits = amount % 100 === 0 ? 0 : 2;
    return new Intl.NumberFormat('en-IN', {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(amount / 100);
  }

  /**
   * @typedef {object} Options
   * @property {string} key
   * @property {number | string} amount in the currency's smallest unit
   * @property {string} currency
   * @property {string} order_id
   * @property {string} [name]
   * @property {string} [description]
   * @property {string} [image]
   * @property {{ name?: string, email?: string, contact?: string }} [prefill]
   * @property {Record<string, string>} [notes]
   * @property {{ color?: string }} [theme]
   * @property {{ ondismiss?: () => void }} [modal]
   * @property {(receipt: unknown) => void} [handler]
   */

  class Razorpay {
    /** @type {Options} */ #options;
    /** @type {((failure: unknown) => void)[]} */ #failureListeners = [];
    /** @type {HTMLDialogElement | undefined} */ #dialog;
    #busy = false;

    /** @param {Options} options */
    constructor(options) {
      if (scenario === 'constructor-throws') throw new Error('The checkout could not be made.');
      if (!options?.key) throw new Error('No key passed');
      if (!options.order_id) throw new Error('No order_id passed');
      this.#options = options;
    }

    /**
     * @param {string} name
     * @param {(failure: unknown) => void} listener
     */
    on(name, listener) {
      if (name === 'payment.failed') this.#failureListeners.push(listener);
    }

    open() {
      if (this.#dialog) return;
      const dialog = this.#build();
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault();
        void this.#dismiss();
      });
      dialog.addEventListener('close', () => this.#remove() && this.#options.modal?.ondismiss?.());
      this.#dialog = dialog;
      document.body.append(dialog);
      dialog.showModal();
    }

    close() {
      this.#remove();
    }

    /** Removes the window without a callback; returns whether it was open. */
    #remove() {
      const dialog = this.#dialog;
      this.#dialog = undefined;
      dialog?.close();
      dialog?.remove();
      return dialog !== undefined;
    }

    async #dismiss() {
      if (this.#busy) return;
      if (scenario === 'captured-after-close') await this.#attempt('capture');
      if (this.#remove()) this.#options.modal?.ondismiss?.();
    }

    async #pay() {
      if (this.#busy) return;
      if (scenario === 'vanish') return void this.#remove();
      if (scenario === 'dismiss' || scenario === 'captured-after-close') return this.#dismiss();
      const receipt = await this.#attempt('pay');
      if (!receipt && scenario === 'fail-then-dismiss') return this.#dismiss();
      if (!receipt || !this.#remove() || scenario === 'lost-callback') return;
      this.#options.handler?.(receipt);
    }

    async #fail() {
      if (!this.#busy) await this.#attempt('fail');
    }

    /**
     * Makes an attempt to pay; returns the receipt, or reports the failure and returns undefined.
     *
     * @param {'pay' | 'capture' | 'fail'} action
     */
    async #attempt(action) {
      const { key, order_id, amount, notes } = this.#options;
      const say = (/** @type {string} */ text) => {
        const alert = this.#dialog?.querySelector('.alert');
        if (alert) alert.textContent = text;
      };
      let failure;
      this.#setBusy(true);
      say('');
      try {
        const response = await fetch(
          new URL(`/simulator/orders/${encodeURIComponent(order_id)}/payments`, home),
          {
            method: 'POST',
            keepalive: true,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ key, amount: Number(amount), action, scenario, notes }),
          },
        );
        const body = await response.json();
        if (response.ok) return body;
        failure = body.error;
      } catch {
        say('The simulated provider does not answer. Please try again.');
      } finally {
        this.#setBusy(false);
      }
      if (!failure) return undefined;
      say(failure.description);
      for (const listener of this.#failureListeners) listener({ error: failure });
      return undefined;
    }

    /** @param {boolean} busy */
    #setBusy(busy) {
      this.#busy = busy;
      this.#dialog?.setAttribute('aria-busy', String(busy));
    }

    #build() {
      const { name = '', description = '', amount, currency, prefill } = this.#options;
      const price = money(Number(amount), currency);
      const dialog = document.createElement('dialog');
      dialog.className = 'simulated-payment';
      dialog.setAttribute('aria-label', 'Simulated payment');

      const header = element('header', '');
      header.append(
        element('h2', '', 'Simulated payment'),
        element('p', 'brand', name),
        element('p', '', description),
      );

      const alert = element('p', 'alert');
      alert.setAttribute('role', 'alert');

      const body = element('div', 'body');
      body.append(
        element('p', 'amount', price),
        element('p', '', prefill?.email ? `Paying as ${prefill.email}` : ''),
        element('p', 'notice', 'This is a simulation. No money moves.'),
        alert,
        this.#button('pay', `Pay ${price}`, () => this.#pay()),
        this.#button('', 'Fail payment', () => this.#fail()),
        this.#button('', 'Close', () => this.#dismiss()),
      );
      dialog.append(header, body);
      return dialog;
    }

    /**
     * @param {string} className
     * @param {string} text
     * @param {() => Promise<void>} press
     */
    #button(className, text, press) {
      const button = element('button', className, text);
      button.setAttribute('type', 'button');
      button.addEventListener('click', () => void press());
      return button;
    }
  }

  Object.assign(window, { Razorpay });
});
