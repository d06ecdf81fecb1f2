import * as v from 'valibot';
import { fromFragment, linkWithData } from '../../../machines/visualiser/fragments.ts';

/** The links to the view of a flow that contain data in their fragment, which browsers do not send to any server. */
type FlowLinks<Data> = {
  /** Returns the path of the link with the data. */
  linkTo: (data: Data) => Promise<string>;
  /** Reads the data in the fragment of an address; null where it contains none. */
  dataIn: (hash: string) => Promise<Data | null>;
};

/** Returns the links whose fragment has a name, with data of a shape. */
export function flowLinks<Data extends { flow: string }>(
  name: string,
  schema: v.GenericSchema<unknown, Data>,
): FlowLinks<Data> {
  const prefix = `#${name}=`;
  return {
    linkTo: (data) => linkWithData(name, data),
    dataIn: async (hash) => {
      if (!hash.startsWith(prefix)) return null;
      const read = v.safeParse(schema, await fromFragment(hash.slice(prefix.length)));
      return read.success ? read.output : null;
    },
  };
}
