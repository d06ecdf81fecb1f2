/** The features that browsers of the range lack, each with their behaviour instead. */
export const fallbacks: Readonly<Record<string, string>> = {
  'api.Document.startViewTransition': 'crossFade.ts updates the page at once',
  'api.Window.requestIdleCallback': 'whenIdle.ts waits for a timer',
  'css.at-rules.media.scripting': 'where no scripts run, the pages have the controls that need them',
  'css.at-rules.page': 'the margins of the printer',
  'css.properties.break-after.avoid': 'a heading may be the last line of a sheet of paper',
  'css.properties.font-synthesis-style': 'an italic is slanted',
  'css.properties.font-synthesis-style.none': 'an italic is slanted',
  'css.properties.forced-color-adjust': 'browsers without it have no forced colours',
  'css.properties.forced-color-adjust.none': 'browsers without it have no forced colours',
  'css.properties.grid-template-columns.subgrid': 'the picture of the hero is narrower',
  'css.properties.text-wrap': 'lines are as full as they can be',
  'css.properties.text-wrap.balance': 'lines are as full as they can be',
  'css.properties.text-wrap.pretty': 'lines are as full as they can be',
  'css.selectors.has': 'labels have no star, and the floating bar stays while somebody types',
  'css.selectors.view-transition-group': 'no transition, so nothing to style',
  'css.selectors.view-transition-new': 'no transition, so nothing to style',
  'css.selectors.view-transition-old': 'no transition, so nothing to style',
  'css.types.color.color-mix': 'an underline as dark as its text, and no background below a pointer',
  'css.types.length.viewport_percentage_units_dynamic':
    'a short page ends above the lower edge of the window',
};
