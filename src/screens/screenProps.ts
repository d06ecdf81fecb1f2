import type { Params } from 'react-router-dom';

/** The props of a screen: the parameters of its path. */
export type ScreenProps = { params: Params };
