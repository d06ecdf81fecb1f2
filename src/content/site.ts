import { imprintLines, placeholderOrigin, placeholderSite } from '../../machines/shared/site.ts';

const name = import.meta.env.VITE_SITE_NAME?.trim() || placeholderSite.name;
const phone = import.meta.env.VITE_PHONE?.trim() || placeholderSite.phone;
const email = import.meta.env.VITE_EMAIL?.trim() || placeholderSite.email;
const origin = import.meta.env.VITE_SITE_ORIGIN || placeholderOrigin;
const chatNumber = import.meta.env.VITE_CHAT_NUMBER?.trim() || phone;

/** Name and contact details of the provider, from the build's environment. Spec §2, Legal pages; §7, chat link. */
export const site = {
  name,
  /** The origin of the site, without a trailing slash. */
  origin,
  phone,
  phoneHref: `tel:${phone.replace(/[^\d+]/g, '')}`,
  email,
  emailHref: `mailto:${email}`,
  /** The people responsible for the site, a line each; none where the build's environment says nothing. */
  imprint: imprintLines({
    founder: import.meta.env.VITE_FOUNDER?.trim(),
    postalAddress: import.meta.env.VITE_POSTAL_ADDRESS?.trim(),
    registrationNumber: import.meta.env.VITE_REGISTRATION_NUMBER?.trim(),
  }),
  /** The operator's own promises; null where the build's environment sets none. */
  officeHours: import.meta.env.VITE_OFFICE_HOURS?.trim() || null,
  languages: import.meta.env.VITE_LANGUAGES?.trim() || null,
  scholarshipDeadline: import.meta.env.VITE_SCHOLARSHIP_DEADLINE?.trim() || null,
  chatNumber,
  chatHref: `https://wa.me/${chatNumber.replace(/\D/g, '')}`,
} as const;
