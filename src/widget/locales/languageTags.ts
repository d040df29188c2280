/** The languages of the widget, as BCP 47 tags. Where their texts lie is loaded with the first that is not English. */
export const languageTags: readonly string[] = (
  'en bg hr cs da nl et fi fr de el hu ga it lv lt mt pl pt-PT ro sk sl es sv nb is tr uk ru ' +
  'sr-Cyrl sr-Latn sq mk bs ca ka hy kk ar he fa ur hi bn ta te mr gu id ms fil vi th ko ja zh-Hans ' +
  'zh-Hant pt-BR es-419 sw am af'
).split(' ');
