import { generate } from 'selfsigned';

/** A key and a self-signed certificate for `localhost`, as PEM. */
export type Certificate = {
  key: string;
  cert: string;
};

/** Returns a new certificate, which no client trusts by default. */
export async function makeCertificate(): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  });
  return { key, cert };
}
