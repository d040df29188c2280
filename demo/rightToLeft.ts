/** What an application page says, in the languages that are written from right to left: the page turns with the element. */
interface PageWords {
  purpose: string;
  lead: string;
  details: string;
  document: string;
  camera: string;
}

const words: Readonly<Record<string, PageWords>> = {
  ar: {
    purpose: 'افتحوا حسابكم',
    lead: 'يُلزمنا القانون بمعرفة عملائنا. يستغرق الأمر بضع دقائق.',
    details: 'بياناتكم كما في جواز السفر',
    document: 'جواز سفركم أو بطاقة هويتكم أو رخصة قيادتكم',
    camera: 'كاميرا أو صورة حديثة لكم',
  },
  he: {
    purpose: 'פתיחת החשבון שלכם',
    lead: 'החוק מחייב אותנו להכיר את לקוחותינו. זה נמשך כמה דקות.',
    details: 'הפרטים שלכם, כפי שהם בדרכון',
    document: 'הדרכון, תעודת הזהות או רישיון הנהיגה שלכם',
    camera: 'מצלמה, או תמונה עדכנית שלכם',
  },
  fa: {
    purpose: 'حساب خود را باز کنید',
    lead: 'قانون از ما می‌خواهد مشتریان خود را بشناسیم. این کار چند دقیقه طول می‌کشد.',
    details: 'مشخصات شما، همان‌طور که در گذرنامه است',
    document: 'گذرنامه، کارت شناسایی یا گواهینامه رانندگی شما',
    camera: 'دوربین، یا عکسی تازه از خودتان',
  },
  ur: {
    purpose: 'اپنا اکاؤنٹ کھولیں',
    lead: 'قانون کے مطابق ہمیں اپنے صارفین کو جاننا ہوتا ہے۔ اس میں چند منٹ لگتے ہیں۔',
    details: 'آپ کی تفصیلات، جیسے پاسپورٹ میں ہیں',
    document: 'آپ کا پاسپورٹ، شناختی کارڈ یا ڈرائیونگ لائسنس',
    camera: 'کیمرا، یا آپ کی کوئی تازہ تصویر',
  },
};

/** The words of a page in that language; `null` for a language that is written from left to right. */
export function wordsFromRight(language: string): PageWords | null {
  return words[language] ?? null;
}
