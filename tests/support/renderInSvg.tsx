import { render } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { svgShapes } from './svgShapes.ts';

export const Svg = ({ children }: { children: ReactNode }) => createElement('svg', null, children);

/** Renders what belongs into an SVG element. Returns the container. */
export const renderInSvg = (drawn: ReactNode): HTMLElement => render(<Svg>{drawn}</Svg>).container;

/** Renders what belongs into an SVG element. Returns its shapes. */
export const shapesIn = (drawn: ReactNode): string[] => svgShapes(renderInSvg(drawn)).slice(1);
