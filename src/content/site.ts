/** The defaults cannot reach anybody: no Indian number starts with 0, and `.example` is a reserved domain. */
const name = import.meta.env.VITE_SITE_NAME?.trim() || 'Future Ready Academy';
const phone = import.meta.env.VITE_PHONE?.trim() || '+91 00000 12345';
const email = import.meta.env.VITE_EMAIL?.trim() || 'hello@futurereadyacademy.example';
const origin = import.meta.env.VITE_SITE_ORIGIN || 'https://futurereadyacademy.example';
const chatNumber = import.meta.env.VITE_CHAT_NUMBER?.trim() || phone;

/** Name and contact details of the provider, from the build's environment. Spec §2, Legal pages; §7, chat link. */
export const site = {
  name,
  /** Where the site stands, without a slash at the end. */
  origin,
  phone,
  phoneHref: `tel:${phone.replace(/[^\d+]/g, '')}`,
  email,
  emailHref: `mailto:${email}`,
  chatNumber,
  chatHref: `https://wa.me/${chatNumber.replace(/\D/g, '')}`,
} as const;
