//===- QueryTest.cpp - The text form of queries and how they are built ----===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestRewrites.h"
#include <limits>
#include <random>

using namespace mlir;
using namespace mlir::croton;
using testing::AssertionFailure;
using testing::AssertionSuccess;

using Words = std::vector<std::string>;

static Words toWords(ArrayRef<std::string> words) {
  return Words(words.begin(), words.end());
}

//===----------------------------------------------------------------------===//
// Reading and printing
//===----------------------------------------------------------------------===//

TEST(QueryTest, ReadsEveryPart) {
  Query query = parseQuery(
      "+fast_run,-inplace,&gpu,cutoff=49,canonicalize:(+fast_run,+slow)");
  EXPECT_EQ(toWords(query.getIncluded()), Words({"fast_run"}));
  EXPECT_EQ(toWords(query.getRequired()), Words({"gpu"}));
  EXPECT_EQ(toWords(query.getExcluded()), Words({"inplace"}));
  EXPECT_EQ(query.getCutoff(), 49.0);
  ASSERT_NE(query.getSubquery("canonicalize"), nullptr);
  EXPECT_EQ(toWords(query.getSubquery("canonicalize")->getIncluded()),
            Words({"fast_run", "slow"}));
  EXPECT_EQ(query.getSubquery("canonicalise"), nullptr);
  EXPECT_EQ(query.getSubqueries().size(), 1u);
}

TEST(QueryTest, PrintsPartsInOneOrder) {
  EXPECT_EQ(parseQuery("b:(),cutoff=1.50,-x,a:(-z,+y),&r,+q,+p").str(),
            "+q,+p,&r,-x,cutoff=1.5,a:(+y,-z),b:()");
}

TEST(QueryTest, EmptyTextSelectsNothing) {
  EXPECT_EQ(parseQuery(""), Query());
  EXPECT_EQ(parseQuery(" \n\t"), Query());
  EXPECT_EQ(Query().str(), "");
  EXPECT_EQ(parseQuery("a:( )"), Query().withSubquery("a", Query()));
}

TEST(QueryTest, IgnoresSpaceAndRepetition) {
  EXPECT_EQ(parseQuery(" + a ,\n+b, cutoff = 2 , s : ( + c ) , + a"),
            parseQuery("+a,+b,cutoff=2,s:(+c)"));
}

TEST(QueryTest, WordsMayHoldSignsAndDots) {
  Query query = parseQuery("+log-softmax,-arith.addi,&_x,-3d,-cutoff");
  EXPECT_EQ(toWords(query.getIncluded()), Words({"log-softmax"}));
  EXPECT_EQ(toWords(query.getExcluded()),
            Words({"arith.addi", "3d", "cutoff"}));
  EXPECT_EQ(toWords(query.getRequired()), Words({"_x"}));
}

TEST(QueryTest, CutoffsReadBack) {
  auto cutoff = [](StringRef text) {
    return *parseQuery(("cutoff=" + text).str()).getCutoff();
  };
  EXPECT_EQ(cutoff("1.5"), 1.5);
  EXPECT_EQ(cutoff("-0.01"), -0.01);
  EXPECT_EQ(cutoff("0"), 0.0);
  EXPECT_EQ(cutoff("1e3"), 1000.0);
  EXPECT_EQ(cutoff(".5"), 0.5);
  auto text = [](double cutoff) { return Query().withCutoff(cutoff).str(); };
  EXPECT_EQ(text(1), "cutoff=1");
  EXPECT_EQ(text(49.5), "cutoff=49.5");
  EXPECT_EQ(text(-0.01), "cutoff=-0.01");
  EXPECT_EQ(text(-0.0), "cutoff=0");
  EXPECT_EQ(text(0.1), "cutoff=0.1");
  EXPECT_EQ(text(100000), "cutoff=100000");
  for (double value : {1.0 / 3, 1e-300, 1.7976931348623157e308, 5e-324, 1e16,
                       123456789.0, -2.0000000000000004})
    EXPECT_EQ(cutoff(StringRef(text(value)).drop_front(7)), value);
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

TEST(QueryTest, ErrorsShowTextAndPlace) {
  auto error = [](StringRef text) { return getMessage(Query::parse(text)); };
  EXPECT_EQ(error("fast_run"),
            "query 'fast_run' at character 1: 'fast_run' has no sign: expected "
            "'+', '&' or '-' before a word, ':(' after the name of a database");
  EXPECT_EQ(error("+a,"),
            "query '+a,' at character 4: expected '+', '&', '-', 'cutoff=' or "
            "the name of a database, got the end");
  EXPECT_EQ(error("+a, ,+b"),
            "query '+a, ,+b' at character 5: expected '+', '&', '-', 'cutoff=' "
            "or the name of a database, got ','");
  EXPECT_EQ(error("+a,&"),
            "query '+a,&' at character 5: expected a word after '&', got the "
            "end");
  EXPECT_EQ(error("+ +a"),
            "query '+ +a' at character 3: expected a word after '+', got '+'");
  EXPECT_EQ(error("--a"),
            "query '--a' at character 2: '-a' is no word: expected letters, "
            "digits, '_', '-' and '.', first a letter, a digit or '_'");
  EXPECT_EQ(error("+a +b"),
            "query '+a +b' at character 4: expected ',' or the end, got '+'");
  EXPECT_EQ(error("+a)"),
            "query '+a)' at character 3: expected ',' or the end, got ')'");
}

TEST(QueryTest, ErrorsInCutoffs) {
  auto error = [](StringRef text) { return getMessage(Query::parse(text)); };
  auto expected = [](StringRef query, StringRef got) {
    return ("query '" + query +
            "' at character 8: expected a finite decimal number after "
            "'cutoff=', got '" +
            got + "'")
        .str();
  };
  for (StringRef number : {"nan", "inf", "-inf", "1e999", "0x10", "1.5.2", "+1",
                           "x", "1_0", "-", "1e-999"}) {
    std::string text = ("cutoff=" + number).str();
    EXPECT_EQ(error(text), expected(text, number));
  }
  EXPECT_EQ(error("cutoff=,+a"), expected("cutoff=,+a", ","));
  EXPECT_EQ(error("cutoff="),
            "query 'cutoff=' at character 8: expected a finite decimal number "
            "after 'cutoff=', got the end");
  EXPECT_EQ(error("cutoff=1,cutoff=1"),
            "query 'cutoff=1,cutoff=1' at character 10: 'cutoff=' is given "
            "twice");
}

TEST(QueryTest, ErrorsInSubqueries) {
  auto error = [](StringRef text) { return getMessage(Query::parse(text)); };
  EXPECT_EQ(error("a:+b"),
            "query 'a:+b' at character 3: expected '(' after 'a:', got '+'");
  EXPECT_EQ(error("a:(+b"),
            "query 'a:(+b' at character 6: expected ',' or ')' in subquery "
            "'a', got the end");
  EXPECT_EQ(error("a:(+b +c)"),
            "query 'a:(+b +c)' at character 7: expected ',' or ')' in subquery "
            "'a', got '+'");
  EXPECT_EQ(error("a:(),a:(+b)"),
            "query 'a:(),a:(+b)' at character 6: subquery 'a' is given twice");
  EXPECT_EQ(error(".a:()"),
            "query '.a:()' at character 1: '.a' is no word: expected letters, "
            "digits, '_', '-' and '.', first a letter, a digit or '_'");
}

TEST(QueryTest, ErrorsStayOnOneShortLine) {
  std::string text = std::string(100, ' ') + "?" + std::string(100, ' ');
  EXPECT_EQ(getMessage(Query::parse(text)),
            "query '..." + std::string(30, ' ') + "?" + std::string(29, ' ') +
                "...' at character 101: expected '+', '&', '-', 'cutoff=' or "
                "the name of a database, got '?'");
  EXPECT_EQ(getMessage(Query::parse(StringRef("+a\n\0", 4))),
            "query '+a\\x0A\\x00' at character 4: expected ',' or the end, got "
            "'\\x00'");
  std::string number =
      getMessage(Query::parse("cutoff=" + std::string(999, '1')));
  EXPECT_LT(number.size(), 300u);
  std::string word = getMessage(Query::parse(std::string(999, 'a')));
  EXPECT_LT(word.size(), 300u);
}

static std::string nest(unsigned depth) {
  std::string text;
  for (unsigned i = 0; i < depth; ++i)
    text += "a:(";
  return text + std::string(depth, ')');
}

TEST(QueryTest, DepthIsLimited) {
  EXPECT_EQ(parseQuery(nest(32)).str(), nest(32));
  EXPECT_EQ(
      getMessage(Query::parse(nest(33))),
      "query '..." + nest(33).substr(66, 60) +
          "...' at character 97: subqueries are nested more than 32 deep");
  std::string endless;
  for (unsigned i = 0; i < 1000000; ++i)
    endless += "a:(";
  EXPECT_NE(getMessage(Query::parse(endless)).find("more than 32 deep"),
            std::string::npos);
}

TEST(QueryTest, ManyWordsAreReadQuickly) {
  std::string text;
  for (unsigned i = 0; i < 100000; ++i)
    text += (i ? ",+w" : "+w") + std::to_string(i);
  EXPECT_EQ(parseQuery(text).getIncluded().size(), 100000u);
}

/// parse(str(q)) == q for whatever is a query; the rest are errors.
static testing::AssertionResult readsBack(StringRef text) {
  llvm::Expected<Query> query = Query::parse(text);
  if (!query) {
    if (llvm::toString(query.takeError()).empty())
      return AssertionFailure() << "no message for " << text.str();
    return AssertionSuccess();
  }
  llvm::Expected<Query> again = Query::parse(query->str());
  if (!again)
    return AssertionFailure() << text.str() << " prints as " << query->str()
                              << ": " << llvm::toString(again.takeError());
  if (!(*again == *query) || again->str() != query->str())
    return AssertionFailure() << text.str() << " prints as " << query->str();
  return AssertionSuccess();
}

TEST(QueryTest, RandomTextReadsBackOrIsAnError) {
  const StringRef pieces[] = {"+",  "&",       "-", ",", ":(", "(",  ")",
                              "a",  "b-c",     ".", "_", "=",  "1",  "-0",
                              ".5", "cutoff=", " ", "e", "9",  ":",  "\n",
                              "+a", "a:(+b)",  "x", ")", ",+", "nan"};
  std::mt19937 random(20170925);
  unsigned accepted = 0;
  for (unsigned run = 0; run < 100000; ++run) {
    std::string text;
    for (unsigned size = random() % 12; size > 0; --size)
      text += pieces[random() % std::size(pieces)];
    ASSERT_TRUE(readsBack(text));
    if (llvm::Expected<Query> query = Query::parse(text))
      accepted += !text.empty();
    else
      llvm::consumeError(query.takeError());
  }
  // Both outcomes are common enough to mean something.
  EXPECT_GT(accepted, 1000u);
  EXPECT_LT(accepted, 90000u);
}

TEST(QueryTest, RandomBytesNeverCrash) {
  std::mt19937 random(7);
  for (unsigned run = 0; run < 20000; ++run) {
    std::string text;
    for (unsigned size = random() % 30; size > 0; --size)
      text += static_cast<char>(random());
    ASSERT_TRUE(readsBack(text));
  }
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

TEST(QueryTest, BuildersReturnChangedCopies) {
  Query base = parseQuery("+a");
  Query changed = base.including({"b", "a"})
                      .requiring({"c"})
                      .excluding({"d", "d"})
                      .withCutoff(3)
                      .withSubquery("s", parseQuery("+x"));
  EXPECT_EQ(changed.str(), "+a,+b,&c,-d,cutoff=3,s:(+x)");
  EXPECT_EQ(base.str(), "+a");
  EXPECT_EQ(changed.withSubquery("s", Query()).str(),
            "+a,+b,&c,-d,cutoff=3,s:()");
  EXPECT_EQ(
      changed.withCutoff(std::numeric_limits<double>::infinity()).getCutoff(),
      std::nullopt);
}

TEST(QueryTest, ExtrasHaveNoText) {
  Query base = parseQuery("+a");
  Query extra = base.withExtra(makeGlobal("ex"), 1.5);
  ASSERT_EQ(extra.getExtras().size(), 1u);
  EXPECT_EQ(extra.getExtras()[0].rewrite->getName(), "ex");
  EXPECT_EQ(extra.getExtras()[0].position, 1.5);
  EXPECT_EQ(extra.str(), "+a");
  EXPECT_NE(extra, base);
  EXPECT_EQ(extra.withoutExtras(), base);
  EXPECT_TRUE(base.getExtras().empty());
}

TEST(QueryTest, EqualityLooksAtEveryPart) {
  Query query = parseQuery("+a,&b,-c,cutoff=1,s:(+x)");
  EXPECT_EQ(query, parseQuery("s:(+x),cutoff=1,-c,&b,+a"));
  for (StringRef other :
       {"+z,&b,-c,cutoff=1,s:(+x)", "+a,&z,-c,cutoff=1,s:(+x)",
        "+a,&b,-z,cutoff=1,s:(+x)", "+a,&b,-c,cutoff=2,s:(+x)",
        "+a,&b,-c,s:(+x)", "+a,&b,-c,cutoff=1,s:(+z)",
        "+a,&b,-c,cutoff=1,z:(+x)"})
    EXPECT_NE(query, parseQuery(other)) << other.str();
}
