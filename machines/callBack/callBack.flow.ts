import { defineFlow } from '../paths/index.ts';
import { sendFormActors } from '../sendForm/sendForm.machine.ts';
import { sendFormProperties } from '../sendForm/sendForm.properties.ts';
import { callBackCases } from './callBack.cases.ts';
import { callBackJourneys } from './callBack.journeys.ts';
import { callBackMachine } from './callBack.machine.ts';
import { callBackForm } from './callBack.rules.ts';

export const callBackFlow = defineFlow({
  id: 'callBack',
  title: 'Call-back',
  purpose: 'A visitor asks to be called back, from a popup on every page.',
  page: '/shipping',
  machine: callBackMachine,
  actors: sendFormActors,
  cases: callBackCases,
  journeys: callBackJourneys,
  properties: sendFormProperties(callBackForm, { name: 120, messageUser: 2000 }),
});
