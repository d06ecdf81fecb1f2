/** The values of media features; null for what the browser says. */
type MediaFeatureValues = Readonly<Record<string, string | null>>;

const ALWAYS = '(min-width: 0px)';
const NEVER = '(max-width: -1px)';

/** Returns a media query in which each condition about a set feature is one that holds always or never. */
const rewriteMedia = (query: string, values: MediaFeatureValues): string =>
  query.replace(/\(\s*(prefers-[a-z-]+)\s*(?::\s*([a-z-]+)\s*)?\)/g, (condition, feature, value) => {
    const set = values[feature] ?? null;
    if (set === null) return condition;
    return (value === undefined ? set !== 'no-preference' : set === value) ? ALWAYS : NEVER;
  });

/** The media features of a page, set in its style sheets and in `matchMedia`. */
export class MediaFeatures {
  #values: MediaFeatureValues = {};
  /** The media of each rule as its style sheet has it. */
  readonly #originals = new Map<MediaList, string>();
  readonly #queries = new Map<MediaQueryList, string>();
  readonly #matchMedia = window.matchMedia.bind(window);
  #isStarted = false;

  /** Sets the values of features; null leaves a feature to the browser. */
  set(values: MediaFeatureValues): void {
    if (!this.#isStarted && Object.values(values).every((value) => value === null)) return;
    this.#start();
    const matched = [...this.#queries].map(([query]) => [query, query.matches] as const);
    this.#values = values;
    this.#rewriteStyleSheets();
    document.documentElement.style.colorScheme = values['prefers-color-scheme'] ?? '';
    for (const [query, before] of matched)
      if (query.matches !== before)
        query.dispatchEvent(
          new MediaQueryListEvent('change', { media: query.media, matches: query.matches }),
        );
  }

  #start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    window.matchMedia = (text) => this.#query(text);
    // A style sheet of a page that is loaded later.
    document.addEventListener('load', () => this.#rewriteStyleSheets(), { capture: true });
    new MutationObserver(() => this.#rewriteStyleSheets()).observe(document.head, { childList: true });
  }

  /** Returns a list whose `matches` is that of the query with the set values. */
  #query(text: string): MediaQueryList {
    const query = this.#matchMedia(text);
    Object.defineProperty(query, 'matches', {
      get: () => this.#matchMedia(rewriteMedia(text, this.#values)).matches,
    });
    this.#queries.set(query, text);
    return query;
  }

  #rewriteStyleSheets(): void {
    for (const sheet of document.styleSheets) {
      this.#rewrite(sheet.media);
      try {
        this.#rewriteRules(sheet.cssRules);
      } catch {
        // The style sheet of another origin cannot be read.
      }
    }
  }

  #rewriteRules(rules: CSSRuleList): void {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule) this.#rewrite(rule.media);
      if (rule instanceof CSSImportRule && rule.styleSheet) this.#rewriteRules(rule.styleSheet.cssRules);
      if ('cssRules' in rule && rule.cssRules instanceof CSSRuleList) this.#rewriteRules(rule.cssRules);
    }
  }

  #rewrite(media: MediaList): void {
    const original = this.#originals.get(media) ?? media.mediaText;
    const rewritten = rewriteMedia(original, this.#values);
    if (rewritten === media.mediaText) return;
    this.#originals.set(media, original);
    media.mediaText = rewritten;
  }
}
