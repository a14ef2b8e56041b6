// Python's expression grammar, as far as formulas have it: comparison < sum < product < sign < power < call.
#include "numerics/expression_builder.h"
#include "numerics/expression_names.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace lockstep {

namespace {

using Id = ExpressionBuilder::Id;

const ErrorCode kSyntax{
    "numerics.formula_syntax", LOCKSTEP_TR("numerics", "the formula is not understood at character {0}: {1}"),
    LOCKSTEP_TR("numerics", "formulas have + - * / **, comparisons, parentheses and functions such as exp(a) or where(a > 0, a, b)")};
const ErrorCode kUnknownName{"numerics.formula_name",
                             LOCKSTEP_TR("numerics", "the formula reads \"{0}\", which is not there; there is {1}"), ""};

constexpr int kDeepest = 100;
constexpr std::size_t kLongest = 10000;

struct Sign {
    std::string_view text;
    ExprOp op;
};
// Longer ones first.
constexpr Sign kComparisons[] = {{"<=", ExprOp::LessEqual}, {">=", ExprOp::GreaterEqual}, {"==", ExprOp::Equal},
                                 {"!=", ExprOp::NotEqual},  {"<", ExprOp::Less},          {">", ExprOp::Greater}};

class Parser {
public:
    Parser(std::string_view text, const std::vector<std::string>& names) : m_text(text), m_names(names) {}

    Result<Expression> parse() {
        if (m_text.size() > kLongest) return error("it is longer than " + std::to_string(kLongest) + " characters");
        LOCKSTEP_ASSIGN(const Id root, comparison());
        skip();
        if (m_at < m_text.size()) return error("\"" + std::string(m_text.substr(m_at, 1)) + "\" is not expected here");
        return m_builder.build({root});
    }

private:
    Error error(std::string what) const { return Error(kSyntax, {std::to_string(m_at + 1), std::move(what)}); }
    void skip() {
        while (m_at < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_at]))) ++m_at;
    }
    bool take(std::string_view sign) {
        skip();
        if (!m_text.substr(m_at).starts_with(sign)) return false;
        m_at += sign.size();
        return true;
    }
    /// A single `*`, `/`, `+` or `-`.
    std::optional<ExprOp> takeOperator(std::initializer_list<std::pair<char, ExprOp>> signs) {
        skip();
        for (const auto& [sign, op] : signs) {
            if (m_at >= m_text.size() || m_text[m_at] != sign || (sign == '*' && m_text.substr(m_at).starts_with("**"))) continue;
            ++m_at;
            return op;
        }
        return std::nullopt;
    }

    Result<Id> comparison() {
        const Depth depth(*this);
        if (m_depth > kDeepest) return error("it is nested more than " + std::to_string(kDeepest) + " deep");
        LOCKSTEP_ASSIGN(const Id left, sum());
        for (const Sign& sign : kComparisons) {
            if (!take(sign.text)) continue;
            LOCKSTEP_ASSIGN(const Id right, sum());
            for (const Sign& next : kComparisons)
                if (take(next.text)) return error("comparisons can't be chained");
            return m_builder.apply(sign.op, left, right);
        }
        return left;
    }

    /// Terms between operators of one rank, from left to right.
    Result<Id> chain(Result<Id> (Parser::*term)(), std::initializer_list<std::pair<char, ExprOp>> signs) {
        LOCKSTEP_ASSIGN(Id left, (this->*term)());
        while (const auto op = takeOperator(signs)) {
            LOCKSTEP_ASSIGN(const Id right, (this->*term)());
            left = m_builder.apply(*op, left, right);
        }
        return left;
    }
    Result<Id> sum() { return chain(&Parser::product, {{'+', ExprOp::Add}, {'-', ExprOp::Sub}}); }
    Result<Id> product() { return chain(&Parser::signedTerm, {{'*', ExprOp::Mul}, {'/', ExprOp::Div}}); }

    Result<Id> signedTerm() {
        const Depth depth(*this);
        if (m_depth > kDeepest) return error("it is nested more than " + std::to_string(kDeepest) + " deep");
        if (!take("-")) return power();
        LOCKSTEP_ASSIGN(const Id term, signedTerm());
        return m_builder.apply(ExprOp::Neg, term);
    }

    /// Binds tighter than the sign before it, looser than the one behind: -a**-b is -(a**(-b)).
    Result<Id> power() {
        LOCKSTEP_ASSIGN(const Id base, atom());
        if (!take("**")) return base;
        LOCKSTEP_ASSIGN(const Id exponent, signedTerm());
        return m_builder.apply(ExprOp::Pow, base, exponent);
    }

    Result<Id> atom() {
        skip();
        if (m_at >= m_text.size()) return error("it ends too early");
        if (take("(")) {
            LOCKSTEP_ASSIGN(const Id inner, comparison());
            if (!take(")")) return error("\")\" is missing");
            return inner;
        }
        const auto c = static_cast<unsigned char>(m_text[m_at]);
        if (std::isdigit(c) || c == '.') return numeral();
        if (std::isalpha(c) || c == '_') return name();
        return error("\"" + std::string(m_text.substr(m_at, 1)) + "\" is not expected here");
    }

    Result<Id> numeral() {
        double value = 0;
        const auto [end, failed] = std::from_chars(m_text.data() + m_at, m_text.data() + m_text.size(), value);
        if (failed != std::errc()) return error("this is no number");
        m_at = static_cast<std::size_t>(end - m_text.data());
        return m_builder.number(value);
    }

    Result<Id> name() {
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && (std::isalnum(static_cast<unsigned char>(m_text[m_at])) || m_text[m_at] == '_')) ++m_at;
        const std::string word(m_text.substr(begin, m_at - begin));
        const auto op = exprOpNamed(word);
        const auto input = std::ranges::find(m_names, word);
        if (input != m_names.end()) return m_builder.input(static_cast<int>(input - m_names.begin()));
        if (op && isFormulaFunction(*op)) return call(*op, word);
        std::string known;
        for (const std::string& n : m_names) known += (known.empty() ? "" : ", ") + n;
        return Error(kUnknownName, {word, known});
    }

    Result<Id> call(ExprOp op, const std::string& word) {
        const int arity = exprArity(op);
        if (!take("(")) return error("\"(\" is missing after " + word);
        std::array<Id, 3> args{};
        for (int i = 0; i < arity; ++i) {
            if (i > 0 && !take(",")) return error(word + " takes " + std::to_string(arity) + " arguments");
            LOCKSTEP_ASSIGN(args[static_cast<std::size_t>(i)], comparison());
        }
        if (!take(")")) return error(word + " takes " + std::to_string(arity) + (arity == 1 ? " argument" : " arguments"));
        return m_builder.apply(op, args[0], args[1], args[2]);
    }

    struct Depth {
        explicit Depth(Parser& parser) : m_parser(parser) { ++m_parser.m_depth; }
        ~Depth() { --m_parser.m_depth; }
        Parser& m_parser;
    };

    std::string_view m_text;
    const std::vector<std::string>& m_names;
    ExpressionBuilder m_builder;
    std::size_t m_at = 0;
    int m_depth = 0;
};

} // namespace

Result<Expression> Expression::parse(std::string_view text, const std::vector<std::string>& names) { return Parser(text, names).parse(); }

} // namespace lockstep
