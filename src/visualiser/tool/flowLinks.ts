import * as v from 'valibot';
import { fromFragment, linkWithData } from '../../../machines/visualiser/fragments.ts';

/**
 * Returns the links to the view of a flow that contain data of a shape in a fragment with a name, which browsers do not send
 * to any server.
 */
export function flowLinks<Data extends { flow: string }>(
  name: string,
  schema: v.GenericSchema<unknown, Data>,
) {
  const prefix = `#${name}=`;
  return {
    /** Returns the path of the link with the data. */
    linkTo: (data: Data): Promise<string> => linkWithData(name, data),
    /** Reads the data in the fragment of an address; null where it contains none. */
    dataIn: async (hash: string): Promise<Data | null> => {
      if (!hash.startsWith(prefix)) return null;
      const read = v.safeParse(schema, await fromFragment(hash.slice(prefix.length)));
      return read.success ? read.output : null;
    },
  };
}
