package calc

import (
	"regexp"
	"strings"

	"github.com/unodesk/unodesk/server/document"
)

// CodeUnknownFunction says that a formula names a function in another language
// than English.
const CodeUnknownFunction = "UNKNOWN_FUNCTION"

var functionName = regexp.MustCompile(`[\pL_][\pL\pN_.]*\(`)

// checkLanguage refuses formulas with function names of another language. The
// office takes English ones, whatever language it speaks to the user, and makes
// #NAME? of all others.
func checkLanguage(formula string) error {
	for _, part := range unquoted(formula) {
		for _, name := range functionName.FindAllString(part, -1) {
			name = strings.ToUpper(strings.TrimSuffix(name, "("))
			if english, ok := englishNames[name]; ok {
				return document.Errorf(CodeUnknownFunction,
					"%s is not the English name of a function; write %s( instead of %s(", name, english, name).
					With("function", name).With("use", english)
			}
		}
	}
	return nil
}

// unquoted returns what of a formula stands outside quotes.
func unquoted(s string) []string {
	var out []string
	from := 0
	for i := 0; i < len(s); {
		if s[i] != '"' && s[i] != '\'' {
			i++
			continue
		}
		out = append(out, s[from:i])
		i = quoteEnd(s, i, s[i])
		from = i
	}
	return append(out, s[from:])
}

// englishNames has the functions that people use most in German, French,
// Spanish and Italian, where the name is not an English function as well.
var englishNames = map[string]string{
	"WENN": "IF", "SI": "IF", "SE": "IF",
	"SUMME": "SUM", "SOMME": "SUM", "SUMA": "SUM", "SOMMA": "SUM",
	"MITTELWERT": "AVERAGE", "MOYENNE": "AVERAGE", "PROMEDIO": "AVERAGE", "MEDIA": "AVERAGE",
	"ANZAHL": "COUNT", "ANZAHL2": "COUNTA", "NB": "COUNT", "NBVAL": "COUNTA", "CONTAR": "COUNT", "CONTARA": "COUNTA",
	"CONTA.NUMERI": "COUNT", "CONTA.VALORI": "COUNTA",
	"ZÄHLENWENN": "COUNTIF", "NB.SI": "COUNTIF", "CONTAR.SI": "COUNTIF", "CONTA.SE": "COUNTIF",
	"SUMMEWENN": "SUMIF", "SOMME.SI": "SUMIF", "SUMAR.SI": "SUMIF", "SOMMA.SE": "SUMIF",
	"SUMMEWENNS": "SUMIFS", "ZÄHLENWENNS": "COUNTIFS", "MITTELWERTWENN": "AVERAGEIF",
	"SVERWEIS": "VLOOKUP", "RECHERCHEV": "VLOOKUP", "BUSCARV": "VLOOKUP", "CERCA.VERT": "VLOOKUP",
	"WVERWEIS": "HLOOKUP", "RECHERCHEH": "HLOOKUP", "BUSCARH": "HLOOKUP", "CERCA.ORIZZ": "HLOOKUP",
	"VERGLEICH": "MATCH", "EQUIV": "MATCH", "COINCIDIR": "MATCH", "CONFRONTA": "MATCH",
	"UND": "AND", "ET": "AND", "ODER": "OR", "OU": "OR", "NICHT": "NOT", "NON": "NOT",
	"RUNDEN": "ROUND", "ARRONDI": "ROUND", "REDONDEAR": "ROUND", "ARROTONDA": "ROUND",
	"AUFRUNDEN": "ROUNDUP", "ABRUNDEN": "ROUNDDOWN", "GANZZAHL": "INT", "REST": "MOD", "KÜRZEN": "TRUNC",
	"WENNFEHLER": "IFERROR", "SIERREUR": "IFERROR", "SI.ERREUR": "IFERROR", "SI.ERROR": "IFERROR", "SE.ERRORE": "IFERROR",
	"HEUTE": "TODAY", "AUJOURDHUI": "TODAY", "HOY": "TODAY", "OGGI": "TODAY", "JETZT": "NOW", "MAINTENANT": "NOW", "AHORA": "NOW", "ADESSO": "NOW",
	"DATUM": "DATE", "JAHR": "YEAR", "MONAT": "MONTH", "TAG": "DAY", "ANNEE": "YEAR", "MOIS": "MONTH", "JOUR": "DAY",
	"WOCHENTAG": "WEEKDAY", "KALENDERWOCHE": "WEEKNUM", "MONATSENDE": "EOMONTH", "EDATUM": "EDATE", "TAGE": "DAYS",
	"VERKETTEN": "CONCATENATE", "CONCATENER": "CONCATENATE", "CONCATENAR": "CONCATENATE", "CONCATENA": "CONCATENATE",
	"LINKS": "LEFT", "RECHTS": "RIGHT", "TEIL": "MID", "LÄNGE": "LEN", "GAUCHE": "LEFT", "DROITE": "RIGHT", "NBCAR": "LEN",
	"GLÄTTEN": "TRIM", "GROSS": "UPPER", "KLEIN": "LOWER", "ERSETZEN": "REPLACE", "WECHSELN": "SUBSTITUTE", "FINDEN": "FIND", "SUCHEN": "SEARCH",
	"WERT": "VALUE", "ZEILE": "ROW", "SPALTE": "COLUMN", "ZEILEN": "ROWS", "SPALTEN": "COLUMNS", "INDIREKT": "INDIRECT", "BEREICH.VERSCHIEBEN": "OFFSET",
	"WURZEL": "SQRT", "POTENZ": "POWER", "PRODUKT": "PRODUCT", "SUMMENPRODUKT": "SUMPRODUCT", "SOMMEPROD": "SUMPRODUCT",
	"KGRÖSSTE": "LARGE", "KKLEINSTE": "SMALL", "RANG": "RANK", "TEILERGEBNIS": "SUBTOTAL", "ISTLEER": "ISBLANK", "ISTFEHLER": "ISERROR", "ISTZAHL": "ISNUMBER",
	"ZUFALLSZAHL": "RAND", "ZUFALLSBEREICH": "RANDBETWEEN",
}
